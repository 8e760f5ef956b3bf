// Mistake: the value is read from global memory again for each limit.
// Verdict: too-costly

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        uint reached = 0;
        for (uint k = 0; k < count; ++k) {
            if (limits[k] <= in[i]) {
                reached += 1;
            }
        }
        out[i] = reached;
    }
}
