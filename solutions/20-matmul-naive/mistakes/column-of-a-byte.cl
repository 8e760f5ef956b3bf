// Mistake: the column is kept in a byte.
// Verdict: integer-overflow-in-index

kernel void matmul_naive(global const float *a, global const float *b,
                         global float *c, uint m, uint n, uint k)
{
    uchar column = get_global_id(0);
    uint row = get_global_id(1);
    if (column >= n || row >= m)
        return;

    float sum = 0.0f;
    for (uint i = 0; i < k; ++i)
        sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}
