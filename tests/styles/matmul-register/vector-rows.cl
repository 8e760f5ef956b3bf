#define SIDE 8
#define TILE 32
kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void matmul_register(global const float *a, global const float *b, global float *c, uint m, uint n, uint k)
{
    local float at[TILE][SIDE];
    local float4 bt[SIDE][SIDE];
    local float *flat = (local float *)bt;
    uint lx = get_local_id(0), ly = get_local_id(1), item = ly * SIDE + lx;
    uint top = get_group_id(1) * TILE, left = get_group_id(0) * TILE;
    float4 s0 = 0.0f, s1 = 0.0f, s2 = 0.0f, s3 = 0.0f;
    for (uint start = 0; start < k; start += SIDE) {
        for (uint r = 0; r < 4; ++r) {
            uint ay = r * SIDE + ly;
            at[ay][lx] = top + ay < m && start + lx < k ? a[(top + ay) * k + start + lx] : 0.0f;
            uint by = r * 2 + item / TILE, bx = item % TILE;
            flat[by * TILE + bx] = start + by < k && left + bx < n ? b[(start + by) * n + left + bx] : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < SIDE; ++i) {
            float4 q = bt[i][lx];
            s0 += at[ly][i] * q;
            s1 += at[ly + 8][i] * q;
            s2 += at[ly + 16][i] * q;
            s3 += at[ly + 24][i] * q;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    float4 sums[4] = { s0, s1, s2, s3 };
    uint column = left + lx * 4;
    for (uint r = 0; r < 4; ++r) {
        uint row = top + r * SIDE + ly;
        if (row >= m || column >= n)
            continue;
        global float *place = c + row * n + column;
        uint room = n - column;
        if (room >= 4)
            vstore4(sums[r], 0, place);
        else {
            place[0] = sums[r].s0;
            if (room >= 2) place[1] = sums[r].s1;
            if (room >= 3) place[2] = sums[r].s2;
        }
    }
}
