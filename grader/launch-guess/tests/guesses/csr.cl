kernel void spmv(global const int *row_ptr, global const int *cols, global const float *vals,
                 global const float *x, global float *y, int rows)
{
    int row = get_global_id(0);
    if (row < rows) {
        float sum = 0.0f;
        for (int j = row_ptr[row]; j < row_ptr[row + 1]; ++j)
            sum += vals[j] * x[cols[j]];
        y[row] = sum;
    }
}
