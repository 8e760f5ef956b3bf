// Writes first, first + 1, first + 2, ... into the n elements of out, one work-item for each.
// The NDRange is rounded up to whole work-groups, so some work-items have no element.

// ANCHOR: fill
kernel void fill(global int *out, int first, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        out[i] = first + (int)i;
    }
}
// ANCHOR_END: fill
