// A matrix product for a GPU, in blocks within blocks. A work-group does a tile of c, TILE_M x TILE_N, in
// steps of TILE_K along k; a work-item keeps a block of it in registers, ITEM_M rows of VECTORS vectors of
// WIDTH columns. So an element that a work-group fetches from global memory serves a whole row or column of
// its tile, and one that a work-item reads from local memory serves a row or column of its block.
//
// Nothing waits that need not. While a step is computed, the parts of a and b for the next are on their way
// from global memory; while the products of one k are added, what the next k needs is read from local memory.
// Tiles do not leave the matrices where these are large enough: the last ones are moved back, and what another
// work-group computes as well is not stored. Right for every m, n and k.

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
#define GROUP_N 8  // and across
#endif
#ifndef TILE_K
#define TILE_K 16  // the step along k
#endif

#define ITEMS (GROUP_M * GROUP_N)
#define TILE_M (GROUP_M * ITEM_M)
#define TILE_N (GROUP_N * VECTORS * WIDTH)
#define A_SHARE (TILE_M * TILE_K / ITEMS) // floats of a tile that a work-item fetches
#define B_SHARE (TILE_K * TILE_N / ITEMS)
#if TILE_K % WIDTH || TILE_M * TILE_K % (ITEMS * WIDTH) || TILE_K * TILE_N % (ITEMS * WIDTH)
#error "the work-items of a work-group share a tile evenly"
#endif
#if ITEMS % TILE_K && TILE_K % ITEMS || ITEMS % TILE_N && TILE_N % ITEMS
#error "the work-items of a work-group take whole rows of a tile, or whole parts of a row"
#endif

// Rows of a block that lie side by side in the tile of a, which holds columns of a, and are read at once.
#if ITEM_M % WIDTH
#define DOWN 1
#else
#define DOWN WIDTH
#endif
// A row of that tile. A vector of padding, so that a column is stored to different banks.
#define A_ROW (TILE_M + WIDTH)

// Work-items that follow each other make a patch of 8 x 4: what a warp reads from local memory for it is the
// least.
#define PATCH_M (GROUP_M % 8 ? GROUP_M % 4 ? GROUP_M % 2 ? 1 : 2 : 4 : 8)
#define PATCH_N (GROUP_N % 4 ? GROUP_N % 2 ? 1 : 2 : 4)

#define JOINED(a, b) a##b
#define OF_WIDTH(name, width) JOINED(name, width)
#define floatv OF_WIDTH(float, WIDTH)
#define vloadv OF_WIDTH(vload, WIDTH)
#define vstorev OF_WIDTH(vstore, WIDTH)
#if DOWN == 1
#define floatd float
#define vstored(value, i, to) ((to)[i] = (value))
#else
#define floatd floatv
#define vstored vstorev
#endif

// ANCHOR: fetch
// A work-item's share of a tile whose rows have `across` elements, `unit` at a time; `place` is where its first
// element comes from, `own_row` and `own_column` where it lies in the tile, rows of the matrix are `pitch` apart.
// If `asked`, elements that lie `rows` down or `columns` across, or beyond, do not exist and count as zeros,
// which add nothing to a sum. What is constant here is known when the function has been inlined.
void fetch(global const float *place, size_t pitch, const uint across, const uint unit, const uint share,
           uint own_row, uint own_column, uint rows, uint columns, const bool asked, float *next)
{
#pragma unroll
    for (uint i = 0; i < share / unit; ++i) {
        const uint row = i * ITEMS * unit / across;
        const uint column = i * ITEMS * unit % across;
        global const float *from = place + row * pitch + column;
        const bool exists = !asked || (own_row + row < rows && own_column + column < columns);
        if (unit == 1)
            next[i] = exists ? *from : 0.0f;
        else
            vstorev(exists ? *(global const floatv *)from : (floatv)(0.0f), i, next);
    }
}
// ANCHOR_END: fetch

// ANCHOR: product
// The tile of c whose corner is at (top, left), of which all from (first_row, first_column) on is stored. The
// matrices are fetched `unit` elements at a time. If `asked`, the tile may reach beyond them.
void product(global const float *restrict a, global const float *restrict b, global float *restrict c,
             uint m, uint n, uint k, local float (*a_tile)[TILE_K][A_ROW], local float (*b_tile)[TILE_K][TILE_N],
             uint top, uint left, uint first_row, uint first_column, const uint unit, const bool asked)
{
    const uint item = get_local_id(1) * GROUP_N + get_local_id(0);
    const uint patch = item / (PATCH_M * PATCH_N);
    const uint lx = patch % (GROUP_N / PATCH_N) * PATCH_N + item % PATCH_N;
    const uint ly = patch / (GROUP_N / PATCH_N) * PATCH_M + item % (PATCH_M * PATCH_N) / PATCH_N;

    // Where a work-item's share begins in either tile, and in the matrices.
    const uint a_row = item / (TILE_K / unit), a_column = item % (TILE_K / unit) * unit;
    const uint b_row = item / (TILE_N / unit), b_column = item % (TILE_N / unit) * unit;
    global const float *a_place = a + (size_t)(top + a_row) * k + a_column;
    global const float *b_place = b + (size_t)b_row * n + left + b_column;
    float next_a[A_SHARE], next_b[B_SHARE];

    // Rows u * GROUP_M + ly of the tile, DOWN at a time, and vectors v * GROUP_N + lx of each: neighbours read and
    // write neighbours.
    floatv sums[ITEM_M][VECTORS];
#pragma unroll
    for (uint r = 0; r < ITEM_M; ++r) {
#pragma unroll
        for (uint v = 0; v < VECTORS; ++v)
            sums[r][v] = (floatv)(0.0f);
    }

// All elements of a step exist, and nothing is asked, but for the last step and tiles beyond the matrices.
#define FETCH(start)                                                                                        \
    {                                                                                                       \
        if (!asked && (start) + TILE_K <= k) {                                                              \
            fetch(a_place, k, TILE_K, unit, A_SHARE, a_row, a_column, 0, 0, false, next_a);                 \
            fetch(b_place, n, TILE_N, unit, B_SHARE, b_row, b_column, 0, 0, false, next_b);                 \
        } else {                                                                                            \
            fetch(a_place, k, TILE_K, unit, A_SHARE, a_row, a_column, m - top, k - (start), true, next_a);  \
            fetch(b_place, n, TILE_N, unit, B_SHARE, b_row, b_column, k - (start), n - left, true, next_b); \
        }                                                                                                   \
        a_place += TILE_K;                                                                                  \
        b_place += (size_t)TILE_K * n;                                                                      \
    }
// The tile of a is stored by columns.
#define PUT(to)                                                                                             \
    {                                                                                                       \
        _Pragma("unroll") for (uint i = 0; i < A_SHARE; ++i) {                                              \
            const uint at = i / unit * ITEMS * unit;                                                        \
            a_tile[to][a_column + at % TILE_K + i % unit][a_row + at / TILE_K] = next_a[i];                 \
        }                                                                                                   \
        _Pragma("unroll") for (uint i = 0; i < B_SHARE; i += unit) {                                        \
            const uint at = i * ITEMS;                                                                      \
            local float *place = &b_tile[to][b_row + at / TILE_N][b_column + at % TILE_N];                  \
            if (unit == 1)                                                                                  \
                *place = next_b[i];                                                                         \
            else                                                                                            \
                *(local floatv *)place = vloadv(0, next_b + i);                                             \
        }                                                                                                   \
    }
// What row `i` of the present tiles has for the block.
#define READ(i)                                                                                             \
    {                                                                                                       \
        _Pragma("unroll") for (uint u = 0; u < ITEM_M / DOWN; ++u)                                          \
            from_a[(i) % 2][u] = *(const local floatd *)&a_tile[now][i][(u * GROUP_M + ly) * DOWN];         \
        _Pragma("unroll") for (uint v = 0; v < VECTORS; ++v)                                                \
            from_b[(i) % 2][v] = *(const local floatv *)&b_tile[now][i][(v * GROUP_N + lx) * WIDTH];        \
    }

    // ANCHOR: loop
    floatd from_a[2][ITEM_M / DOWN];
    floatv from_b[2][VECTORS];
    uint now = 0;
    FETCH(0)
    PUT(0)
    barrier(CLK_LOCAL_MEM_FENCE);
    READ(0)
#pragma unroll 1
    for (uint start = 0; start < k; start += TILE_K) {
        const bool more = start + TILE_K < k;
        if (more)
            FETCH(start + TILE_K)
#pragma unroll
        for (uint i = 0; i < TILE_K; ++i) {
            if (i + 1 == TILE_K) {
                // All of this step has been read: the other tiles are filled meanwhile, and take its place.
                if (more)
                    PUT(1 - now)
                barrier(CLK_LOCAL_MEM_FENCE);
                now = 1 - now;
            }
            if (i + 1 < TILE_K || more)
                READ((i + 1) % TILE_K)
            // ANCHOR: multiply
            float rows[ITEM_M];
#pragma unroll
            for (uint u = 0; u < ITEM_M / DOWN; ++u)
                vstored(from_a[i % 2][u], u, rows);
#pragma unroll
            for (uint r = 0; r < ITEM_M; ++r) {
#pragma unroll
                for (uint v = 0; v < VECTORS; ++v)
                    sums[r][v] = fma((floatv)(rows[r]), from_b[i % 2][v], sums[r][v]);
            }
            // ANCHOR_END: multiply
        }
    }
    // ANCHOR_END: loop

    // ANCHOR: store
    // One comparison for both ends: what lies before the first row or column wraps around to a large number.
    const uint rows = m - first_row, columns = n - first_column;
#pragma unroll
    for (uint r = 0; r < ITEM_M; ++r) {
        const uint row = top + (r / DOWN * GROUP_M + ly) * DOWN + r % DOWN;
#pragma unroll
        for (uint v = 0; v < VECTORS; ++v) {
            const uint column = left + (v * GROUP_N + lx) * WIDTH;
            global float *place = c + (size_t)row * n + column;
            if (unit > 1) {
                if (row - first_row < rows && column - first_column < columns)
                    *(global floatv *)place = sums[r][v];
            } else {
                float part[WIDTH];
                vstorev(sums[r][v], 0, part);
#pragma unroll
                for (uint i = 0; i < WIDTH; ++i)
                    if (row - first_row < rows && column + i - first_column < columns)
                        place[i] = part[i];
            }
        }
    }
    // ANCHOR_END: store
}
// ANCHOR_END: product

// ANCHOR: kernel
kernel __attribute__((reqd_work_group_size(GROUP_N, GROUP_M, 1)))
void matmul_blocked(global const float *restrict a, global const float *restrict b,
                    global float *restrict c, uint m, uint n, uint k)
{
    // Two of each: one is read while the other is filled.
    local float a_tile[2][TILE_K][A_ROW] __attribute__((aligned(64)));
    local float b_tile[2][TILE_K][TILE_N] __attribute__((aligned(64)));
    const uint row = get_group_id(1) * TILE_M;
    const uint column = get_group_id(0) * TILE_N;
    const bool fits = m >= TILE_M && n >= TILE_N;
    const uint top = fits ? min(row, m - TILE_M) : row;
    const uint left = fits ? min(column, n - TILE_N) : column;
    if (fits && k % WIDTH == 0 && n % WIDTH == 0)
        product(a, b, c, m, n, k, a_tile, b_tile, top, left, row, column, WIDTH, false);
    else if (fits)
        product(a, b, c, m, n, k, a_tile, b_tile, top, left, row, column, 1, false);
    else
        product(a, b, c, m, n, k, a_tile, b_tile, top, left, row, column, 1, true);
}
// ANCHOR_END: kernel
