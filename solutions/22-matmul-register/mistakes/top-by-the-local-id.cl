// Mistake: the upper edge of the tile is chosen by the local id.
// Verdict: wrong

#define SIDE 8              // work-items of a work-group each way, and the step along k
#define BLOCK 4             // elements of c of a work-item each way
#define TILE (SIDE * BLOCK) // elements of c of a work-group each way

kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void matmul_register(global const float *a, global const float *b,
                     global float *c, uint m, uint n, uint k)
{
    local float a_tile[TILE][SIDE];
    local float b_tile[SIDE][TILE];
    uint lx = get_local_id(0);
    uint ly = get_local_id(1);
    uint item = ly * SIDE + lx;
    uint top = get_local_id(1) * TILE;
    uint left = get_group_id(0) * TILE;

    // Of each of the rows ly, ly + 8, ly + 16 and ly + 24 of the tile, four neighbours.
    float4 sums[BLOCK];
    for (uint r = 0; r < BLOCK; ++r)
        sums[r] = (float4)(0.0f);

    for (uint start = 0; start < k; start += SIDE) {
        for (uint r = 0; r < BLOCK; ++r) {
            uint ay = r * SIDE + ly;
            bool in_a = top + ay < m && start + lx < k;
            a_tile[ay][lx] = in_a ? a[(top + ay) * k + start + lx] : 0.0f;

            // 32 work-items, a warp, fetch a row of 32.
            uint by = r * 2 + item / TILE;
            uint bx = item % TILE;
            bool in_b = start + by < k && left + bx < n;
            b_tile[by][bx] = in_b ? b[(start + by) * n + left + bx] : 0.0f;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = 0; i < SIDE; ++i) {
            float4 from_b = vload4(lx, b_tile[i]);
            for (uint r = 0; r < BLOCK; ++r)
                sums[r] += a_tile[r * SIDE + ly][i] * from_b;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    uint column = left + lx * BLOCK;
    for (uint r = 0; r < BLOCK; ++r) {
        uint row = top + r * SIDE + ly;
        if (row >= m || column >= n)
            continue;
        global float *place = c + row * n + column;
        if (n - column >= BLOCK) {
            vstore4(sums[r], 0, place);
        } else {
            // The last one to three columns.
            place[0] = sums[r].x;
            if (n - column > 1)
                place[1] = sums[r].y;
            if (n - column > 2)
                place[2] = sums[r].z;
        }
    }
}
