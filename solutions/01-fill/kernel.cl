// Each work-item writes one element: the one with its own global id.

// ANCHOR: kernel
kernel void fill(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        out[i] = first + (int)i;
    }
}
// ANCHOR_END: kernel
