// Mistake: the local id is taken for the global one, so every work-group does the work of the
// first.
// Verdict: work-item-query

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_local_id(0);
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
