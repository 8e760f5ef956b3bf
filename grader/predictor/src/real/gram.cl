// A matrix times its own transpose: a work-item computes a row of the symmetric result.
kernel void real(global const float *a, global float *result, int rows, int columns)
{
    int i = get_global_id(0);
    for (int j = i; j < columns; ++j) {
        result[i * columns + j] = 0.0f;
        for (int k = 0; k < rows; ++k)
            result[i * columns + j] += a[k * columns + i] * a[k * columns + j];
        result[j * columns + i] = result[i * columns + j];
    }
}
