// Exercise 22: matmul-register
//
// c = a b once more. With tiles a work-item reads two floats of local memory for each product. If it did
// 4 x 4 elements of c, 4 values of a and 4 of b would do for 16 products. So a work-group of 8 x 8
// work-items does 32 x 32 elements of c here, in steps of 8 along k:
//
//                        b_tile  8 x 32       work-item (lx, ly) has, in each of the rows
//                                             ly, ly + 8, ly + 16 and ly + 24 of c's 32,
//     a_tile  32 x 8     c      32 x 32       the columns 4 lx to 4 lx + 3: a float4
//
// The tiles and the barriers are given, and so is a first row: sums[0] for row ly. For each step i a
// work-item needs b_tile[i][4 * lx ...], four neighbours at once (vload4 reads them from any place), and
// one value of a_tile for each of its rows. m, n and k need not be multiples of anything: beyond the edge
// the tiles hold 0, but c must not be written there. Where all four columns are inside, vstore4 writes
// them in one go.
//
// Counted besides: at most 2 m n k / 32 elements are read from global memory and m n k / 2 from local
// memory; no bank conflicts; every byte that global memory moves is used.
//
// Ranges: m from 0 to 300; n from 0 to 300; k from 0 to 300; m * n * k at most 131072; work-groups
// of 64 work-items.

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
    uint top = get_group_id(1) * TILE;
    uint left = get_group_id(0) * TILE;

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
        for (uint i = 0; i < SIDE; ++i)
            sums[0] += a_tile[ly][i] * vload4(lx, b_tile[i]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    uint column = left + lx * BLOCK;
    if (top + ly < m && column + BLOCK <= n)
        vstore4(sums[0], 0, c + (top + ly) * n + column);
}
