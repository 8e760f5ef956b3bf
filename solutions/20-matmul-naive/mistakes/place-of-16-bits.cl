// Mistake: the place in the output is kept in 16 bits.
// Verdict: integer-overflow-in-index

kernel void matmul_naive(global const float *a, global const float *b,
                         global float *c, uint m, uint n, uint k)
{
    uint column = get_global_id(0);
    uint row = get_global_id(1);
    if (column >= n || row >= m)
        return;

    float sum = 0.0f;
    for (uint i = 0; i < k; ++i)
        sum += a[row * k + i] * b[i * n + column];
    c[(ushort)(row * n + column)] = sum;
}
