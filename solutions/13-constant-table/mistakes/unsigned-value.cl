// Mistake: the value is held in an unsigned variable, so that negative ones
// count as large.
// Verdict: wrong

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        uint value = in[i];
        uint reached = 0;
        for (uint k = 0; k < count; ++k) {
            if (limits[k] <= value) {
                reached += 1;
            }
        }
        out[i] = reached;
    }
}
