// A Jacobi iteration with a full matrix, a work-item a row.
kernel void real(global const float *a, global const float *b, global const float *x, global float *next, int n)
{
    int i = get_global_id(0);
    float sum = b[i];
    for (int j = 0; j < n; ++j)
        if (j != i)
            sum -= a[i * n + j] * x[j];
    next[i] = sum / a[i * n + i];
}
