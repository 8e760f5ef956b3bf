// A matrix product for a GPU, in blocks within blocks. A work-group does a tile of c, TILE_M x TILE_N, in
// steps of TILE_K along k; a work-item keeps a block of it in registers, ITEM_M rows of VECTORS vectors of
// WIDTH columns. So an element that a work-group fetches from global memory serves a whole row or column of
// its tile, and one that a work-item fetches from local memory serves a row or column of its block. While a
// step is computed, the parts of a and b for the next are already on their way. Right for every m, n and k.

#ifndef WIDTH
#define WIDTH 4    // columns of a vector, and elements of a fetch
#endif
#ifndef VECTORS
#define VECTORS 2  // vectors of a row of a work-item's block
#endif
#ifndef ITEM_M
#define ITEM_M 8   // rows of a work-item's block
#endif
#ifndef GROUP_M
#define GROUP_M 16 // work-items of a work-group, down
#endif
#ifndef GROUP_N
#define GROUP_N 16 // and across
#endif
#ifndef TILE_K
#define TILE_K 16  // the step along k
#endif

#define ITEMS (GROUP_M * GROUP_N)
#define TILE_M (GROUP_M * ITEM_M)
#define TILE_N (GROUP_N * VECTORS * WIDTH)
#define A_ROW (TILE_K / WIDTH)          // vectors of a row of the tile of a
#define B_ROW (TILE_N / WIDTH)          // and of the tile of b
#define A_SHARE (TILE_M * A_ROW / ITEMS) // vectors of a tile that a work-item fetches
#define B_SHARE (TILE_K * B_ROW / ITEMS)
#if TILE_K % WIDTH || TILE_M * A_ROW % ITEMS || TILE_K * B_ROW % ITEMS
#error "the work-items of a work-group share a tile evenly"
#endif

#define JOINED(a, b) a##b
#define OF_WIDTH(name, width) JOINED(name, width)
#define floatv OF_WIDTH(float, WIDTH)
#define vloadv OF_WIDTH(vload, WIDTH)
#define vstorev OF_WIDTH(vstore, WIDTH)

// ANCHOR: fetch
// A vector of a row, from column `from` on; zeros beyond the row's end, which add nothing to a sum. `whole`
// says that all rows are made of whole vectors: then each is where a vector may lie, and comes in one piece.
floatv fetch(global const float *row, uint from, uint end, bool whole)
{
    if (whole)
        return from < end ? *(global const floatv *)(row + from) : (floatv)(0.0f);
    float part[WIDTH];
    for (uint i = 0; i < WIDTH; ++i)
        part[i] = from + i < end ? row[from + i] : 0.0f;
    return vloadv(0, part);
}
// ANCHOR_END: fetch

// ANCHOR: kernel
kernel __attribute__((reqd_work_group_size(GROUP_N, GROUP_M, 1)))
void matmul_blocked(global const float *restrict a, global const float *restrict b,
                    global float *restrict c, uint m, uint n, uint k)
{
    // Two of each: one is read while the other is written. A vector of padding in each row of a keeps rows
    // that a warp reads together in different banks.
    local floatv a_tile[2][TILE_M][A_ROW + 1];
    local floatv b_tile[2][TILE_K][B_ROW];
    uint lx = get_local_id(0);
    uint ly = get_local_id(1);
    uint item = ly * GROUP_N + lx;
    uint top = get_group_id(1) * TILE_M;
    uint left = get_group_id(0) * TILE_N;
    bool whole = k % WIDTH == 0 && n % WIDTH == 0;

    // Row r of the block is row r * GROUP_M + ly of the tile, vector v is vector v * GROUP_N + lx of its
    // row: neighbours read and write neighbours.
    floatv sums[ITEM_M][VECTORS];
#pragma unroll
    for (uint r = 0; r < ITEM_M; ++r) {
#pragma unroll
        for (uint v = 0; v < VECTORS; ++v)
            sums[r][v] = (floatv)(0.0f);
    }

    // ANCHOR: loop
    uint now = 0;
    floatv next_a[A_SHARE];
    floatv next_b[B_SHARE];
    // The step before the first computes nothing and only fetches.
    for (uint next = 0; next < k + TILE_K; next += TILE_K) {
        if (next < k) {
#pragma unroll
            for (uint i = 0; i < A_SHARE; ++i) {
                uint at = item + i * ITEMS;
                uint row = top + at / A_ROW;
                next_a[i] = row < m
                    ? fetch(a + (size_t)row * k, next + at % A_ROW * WIDTH, k, whole)
                    : (floatv)(0.0f);
            }
#pragma unroll
            for (uint i = 0; i < B_SHARE; ++i) {
                uint at = item + i * ITEMS;
                uint row = next + at / B_ROW;
                next_b[i] = row < k
                    ? fetch(b + (size_t)row * n, left + at % B_ROW * WIDTH, n, whole)
                    : (floatv)(0.0f);
            }
        }
        // ANCHOR: multiply
        if (next > 0) {
#pragma unroll 8
            for (uint i = 0; i < TILE_K; ++i) {
                floatv from_b[VECTORS];
#pragma unroll
                for (uint v = 0; v < VECTORS; ++v)
                    from_b[v] = b_tile[now][i][v * GROUP_N + lx];
#pragma unroll
                for (uint r = 0; r < ITEM_M; ++r) {
                    float from_a = ((const local float *)a_tile[now][r * GROUP_M + ly])[i];
#pragma unroll
                    for (uint v = 0; v < VECTORS; ++v)
                        sums[r][v] = fma((floatv)(from_a), from_b[v], sums[r][v]);
                }
            }
            now = 1 - now;
        }
        // ANCHOR_END: multiply
        if (next < k) {
#pragma unroll
            for (uint i = 0; i < A_SHARE; ++i) {
                uint at = item + i * ITEMS;
                a_tile[now][at / A_ROW][at % A_ROW] = next_a[i];
            }
#pragma unroll
            for (uint i = 0; i < B_SHARE; ++i) {
                uint at = item + i * ITEMS;
                b_tile[now][at / B_ROW][at % B_ROW] = next_b[i];
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    // ANCHOR_END: loop

    // ANCHOR: store
#pragma unroll
    for (uint r = 0; r < ITEM_M; ++r) {
        uint row = top + r * GROUP_M + ly;
#pragma unroll
        for (uint v = 0; v < VECTORS; ++v) {
            uint column = left + (v * GROUP_N + lx) * WIDTH;
            global float *place = c + (size_t)row * n + column;
            if (row < m && column < n) {
                if (whole) {
                    *(global floatv *)place = sums[r][v];
                } else {
                    float part[WIDTH];
                    vstorev(sums[r][v], 0, part);
                    for (uint i = 0; i < WIDTH && column + i < n; ++i)
                        place[i] = part[i];
                }
            }
        }
    }
    // ANCHOR_END: store
}
// ANCHOR_END: kernel
