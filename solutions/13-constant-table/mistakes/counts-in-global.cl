// Mistake: the count is kept in out, which costs a read and a write of global
// memory for each limit.
// Verdict: too-costly

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        int value = in[i];
        out[i] = 0;
        for (uint k = 0; k < count; ++k) {
            if (limits[k] <= value) {
                out[i] += 1;
            }
        }
    }
}
