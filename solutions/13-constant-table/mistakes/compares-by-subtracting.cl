// Mistake: the difference of a value and a limit overflows where they lie far apart.
// Verdict: wrong

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        int value = in[i];
        uint reached = 0;
        for (uint k = 0; k < count; ++k) {
            if (value - limits[k] >= 0) {
                reached += 1;
            }
        }
        out[i] = reached;
    }
}
