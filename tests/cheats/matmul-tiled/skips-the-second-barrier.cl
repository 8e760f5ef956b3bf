// Tries: leaves the second barrier out, which no device here misses.
// Verdict: missing-barrier
// On a device alone: passed

#define TILE 8

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul_tiled(global const float *a, global const float *b,
                  global float *c, uint m, uint n, uint k)
{
    local float a_tile[TILE][TILE];
    local float b_tile[TILE][TILE];
    uint lx = get_local_id(0);
    uint ly = get_local_id(1);
    uint column = get_global_id(0);
    uint row = get_global_id(1);
    float sum = 0.0f;
    for (uint start = 0; start < k; start += TILE) {
        a_tile[ly][lx] = row < m && start + lx < k ? a[row * k + start + lx] : 0.0f;
        b_tile[ly][lx] = start + ly < k && column < n ? b[(start + ly) * n + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < TILE; ++i)
            sum += a_tile[ly][i] * b_tile[i][lx];
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
