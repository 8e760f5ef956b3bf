// Mistake: the sum is kept in c, which nobody set to 0.
// Verdict: uninitialized-read

kernel void matmul_naive(global const float *a, global const float *b,
                         global float *c, uint m, uint n, uint k)
{
    uint column = get_global_id(0);
    uint row = get_global_id(1);
    if (column >= n || row >= m)
        return;

    for (uint i = 0; i < k; ++i)
        c[row * n + column] += a[row * k + i] * b[i * n + column];
}
