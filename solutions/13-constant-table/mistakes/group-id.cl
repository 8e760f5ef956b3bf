// Mistake: the number of the work-group is taken for the global id.
// Verdict: work-item-query

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_group_id(0);
    if (i < n) {
        int value = in[i];
        uint reached = 0;
        for (uint k = 0; k < count; ++k) {
            if (limits[k] <= value) {
                reached += 1;
            }
        }
        out[i] = reached;
    }
}
