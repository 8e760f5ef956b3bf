// A matrix times a vector: a work-group sums a row in local memory.
kernel void real(global const float *a, global const float *x, global float *y, int columns, local float *part)
{
    int l = get_local_id(0);
    int row = get_group_id(0);
    float sum = 0.0f;
    for (int k = l; k < columns; k += get_local_size(0))
        sum += a[row * columns + k] * x[k];
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = get_local_size(0) / 2; reach > 0; reach /= 2) {
        if (l < reach)
            part[l] += part[l + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        y[row] = part[0];
}
