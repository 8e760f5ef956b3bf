// A row of a times a column of b for each element of c.

// ANCHOR: matmul
kernel void matmul_naive(global const float *a, global const float *b,
                         global float *c, uint m, uint n, uint k)
{
    uint column = get_global_id(0);
    uint row = get_global_id(1);
    if (column >= n || row >= m)
        return;

    // ANCHOR: sum
    float sum = 0.0f;
    for (uint i = 0; i < k; ++i)
        sum += a[row * k + i] * b[i * n + column];
    // ANCHOR_END: sum
    c[row * n + column] = sum;
}
// ANCHOR_END: matmul
