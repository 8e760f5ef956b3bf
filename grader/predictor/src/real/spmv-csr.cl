// A sparse matrix in CSR format times a vector: a work-item sums a row.
kernel void real(global const int *starts, global const int *columns, global const float *values,
                 global const float *x, global float *y, int rows)
{
    int i = get_global_id(0);
    if (i < rows) {
        float sum = 0.0f;
        for (int k = starts[i]; k < starts[i + 1]; ++k) // rounds
            sum += values[k] * x[columns[k]];
        y[i] = sum;
    }
}
