// Mistake: the number of the last limit reached is written, which is one less
// than how many there are, and nothing where there is none.
// Verdict: wrong

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        int value = in[i];
        for (uint k = 0; k < count; ++k) {
            if (limits[k] <= value) {
                out[i] = k;
            }
        }
    }
}
