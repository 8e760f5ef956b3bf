// The class of each value: how many of the limits it has reached. All work-items read the same
// limit at the same time, which is what constant memory is made for.

// ANCHOR: kernel
kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
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
// ANCHOR_END: kernel
