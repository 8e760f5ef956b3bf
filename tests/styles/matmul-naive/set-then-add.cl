// The sum is kept in c: set first, and added to afterwards.
kernel void matmul_naive(global const float *a, global const float *b, global float *c, uint m, uint n, uint k)
{
    uint column = get_global_id(0);
    uint row = get_global_id(1);
    if (column >= n || row >= m)
        return;
    c[row * n + column] = 0.0f;
    for (uint i = 0; i < k; ++i)
        c[row * n + column] += a[row * k + i] * b[i * n + column];
}
