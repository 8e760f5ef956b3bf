// A matrix times a vector: a work-item sums a row.
kernel void real(global const float *a, global const float *x, global float *y, int rows, int columns)
{
    int i = get_global_id(0);
    if (i < rows) {
        float sum = 0.0f;
        for (int k = 0; k < columns; ++k)
            sum += a[i * columns + k] * x[k];
        y[i] = sum;
    }
}
