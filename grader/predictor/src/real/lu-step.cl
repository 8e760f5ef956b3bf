// One step of an LU factorisation: the rest of the matrix minus a column times a row.
kernel void real(global float *a, int n, int k)
{
    int j = get_global_id(0);
    int i = get_global_id(1);
    if (i > k && j > k)
        a[i * n + j] -= a[i * n + k] / a[k * n + k] * a[k * n + j];
}
