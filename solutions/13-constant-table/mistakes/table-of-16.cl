// Mistake: the table is copied into 16 private variables, but there may be more limits.
// Verdict: wrong

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        int own[16];
        count = min(count, 16u);
        for (uint k = 0; k < count; ++k)
            own[k] = limits[k];
        int value = in[i];
        uint reached = 0;
        for (uint k = 0; k < count; ++k) {
            if (own[k] <= value) {
                reached += 1;
            }
        }
        out[i] = reached;
    }
}
