// Mistake: limits are counted from 1, so that the first one is left out.
// Verdict: wrong

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        int value = in[i];
        uint reached = 0;
        for (uint k = 1; k < count; ++k) {
            if (limits[k] <= value) {
                reached += 1;
            }
        }
        out[i] = reached;
    }
}
