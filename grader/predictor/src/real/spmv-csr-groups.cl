// A sparse matrix in CSR format times a vector: a work-group sums a row.
kernel void real(global const int *starts, global const int *columns, global const float *values,
                 global const float *x, global float *y, local float *part)
{
    int row = get_group_id(0);
    int l = get_local_id(0);
    int size = get_local_size(0);
    float sum = 0.0f;
    for (int k = starts[row] + l; k < starts[row + 1]; k += size) // rounds
        sum += values[k] * x[columns[k]];
    part[l] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = size / 2; reach > 0; reach /= 2) {
        if (l < reach)
            part[l] += part[l + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        y[row] = part[0];
}
