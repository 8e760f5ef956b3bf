// Mistake: values and limits are compared in float, which leaves integers out beyond 2^24.
// Verdict: wrong

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        int value = in[i];
        uint reached = 0;
        for (uint k = 0; k < count; ++k) {
            if ((float)limits[k] <= (float)value) {
                reached += 1;
            }
        }
        out[i] = reached;
    }
}
