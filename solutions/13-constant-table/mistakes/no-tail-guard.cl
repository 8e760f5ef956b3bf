// Mistake: there is no tail guard, so that the surplus work-items of the last
// work-group read and write behind the end.
// Verdict: out-of-bounds

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    int value = in[i];
    uint reached = 0;
    for (uint k = 0; k < count; ++k) {
        if (limits[k] <= value) {
            reached += 1;
        }
    }
    out[i] = reached;
}
