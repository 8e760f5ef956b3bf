// y[i] = 3 x[i], one work-item for each element.

// ANCHOR: kernel
kernel void template(global const int *x, global int *y, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        y[i] = 3 * x[i];
    }
}
// ANCHOR_END: kernel
