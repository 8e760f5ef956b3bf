// Mistake: the count begins at whatever out held before.
// Verdict: wrong

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        int value = in[i];
        for (uint k = 0; k < count; ++k) {
            if (limits[k] <= value) {
                out[i] += 1;
            }
        }
    }
}
