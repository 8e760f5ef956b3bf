// Mistake: the classes are counted in the table, which is constant.
// Verdict: build-failed

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        int value = in[i];
        limits[0] = 0;
        uint reached = 0;
        for (uint k = 0; k < count; ++k) {
            if (limits[k] <= value) {
                reached += 1;
            }
        }
        out[i] = reached;
    }
}
