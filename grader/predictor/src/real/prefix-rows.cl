// The prefix sums of each row of a matrix, a work-item a row.
kernel void real(global float *a, int rows, int columns)
{
    int i = get_global_id(0);
    if (i < rows)
        for (int k = 1; k < columns; ++k)
            a[i * columns + k] += a[i * columns + k - 1];
}
