// Mistake: the sum is kept in an int, so that fractions are lost.
// Verdict: wrong

kernel void matmul_naive(global const float *a, global const float *b,
                         global float *c, uint m, uint n, uint k)
{
    uint column = get_global_id(0);
    uint row = get_global_id(1);
    if (column >= n || row >= m)
        return;

    int sum = 0;
    for (uint i = 0; i < k; ++i)
        sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}
