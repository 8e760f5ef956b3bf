// Mistake: each work-item looks at one limit, as if the others did the rest
// of its work.
// Verdict: wrong

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        int value = in[i];
        out[i] = limits[i % count] <= value;
    }
}
