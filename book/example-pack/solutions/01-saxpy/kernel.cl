// One work-item for each element, and a guard for the tail of the last work-group.

// ANCHOR: saxpy
kernel void saxpy(float alpha, global const float *x, global float *y, uint n)
{
    uint i = get_global_id(0);
    // ANCHOR: guard
    if (i < n) {
        y[i] = alpha * x[i] + y[i];
    }
    // ANCHOR_END: guard
}
// ANCHOR_END: saxpy
