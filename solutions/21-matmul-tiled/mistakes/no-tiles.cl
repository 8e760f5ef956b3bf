// Mistake: right, but each work-item reads its whole row and column from global memory.
// Verdict: too-costly

#define TILE 8

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul_tiled(global const float *a, global const float *b, global float *c,
                  uint m, uint n, uint k)
{
    uint column = get_global_id(0);
    uint row = get_global_id(1);
    if (row >= m || column >= n)
        return;
    float sum = 0.0f;
    for (uint i = 0; i < k; ++i)
        sum += a[row * k + i] * b[i * n + column];
    c[row * n + column] = sum;
}
