// A transposed matrix times a vector: a work-item sums a column, so that neighbours read neighbours.
kernel void real(global const float *a, global const float *x, global float *y, int rows, int columns)
{
    int j = get_global_id(0);
    if (j < columns) {
        y[j] = 0.0f;
        for (int k = 0; k < rows; ++k)
            y[j] += a[k * columns + j] * x[k];
    }
}
