// A matrix product for a CPU. The blocks are those of blocked.cl: a work-group does TILE_M x TILE_N elements
// of c in steps of TILE_K along k, a work-item ITEM_M rows of VECTORS vectors of WIDTH columns. What differs
// follows from how a CPU runs a work-group: one work-item after the other on one core, each from one barrier
// to the next.
//
// - Its tiles are packed. In cache, what is read one after the other should lie one behind the other: the
//   columns of a work-item make a panel of their own, and its rows follow each other.
// - Nothing is gained by many work-items, but by tiles as large as the core's own cache.
// - Registers belong to the work-item that runs. So that its sums are not carried over every barrier by the
//   compiler, they wait in local memory while others work.
// Right for every m, n and k.

#ifndef WIDTH
#define WIDTH 16   // columns of a vector
#endif
#ifndef VECTORS
#define VECTORS 4  // vectors of a row of a work-item's block
#endif
#ifndef ITEM_M
#define ITEM_M 6   // rows of a work-item's block
#endif
#ifndef GROUP_M
#define GROUP_M 32 // work-items of a work-group, down
#endif
#ifndef GROUP_N
#define GROUP_N 8  // and across
#endif
#ifndef TILE_K
#define TILE_K 128 // the step along k
#endif

#define ITEMS (GROUP_M * GROUP_N)
#define TILE_M (GROUP_M * ITEM_M)
#define PANEL (VECTORS * WIDTH) // columns of a panel
#define TILE_N (GROUP_N * PANEL)
#define A_ROW (TILE_K / WIDTH)  // vectors of a row of the tile of a
#if TILE_K % WIDTH
#error "a step along k is made of whole vectors"
#endif

#define JOINED(a, b) a##b
#define OF_WIDTH(name, width) JOINED(name, width)
#define floatv OF_WIDTH(float, WIDTH)
#define vloadv OF_WIDTH(vload, WIDTH)
#define vstorev OF_WIDTH(vstore, WIDTH)

// ANCHOR: fetch
// A vector of a row, from column `from` on; zeros beyond the row's end, which add nothing to a sum.
floatv fetch(global const float *row, uint from, uint end)
{
    if (from < end && end - from >= WIDTH)
        return vloadv(0, row + from);
    float part[WIDTH];
    for (uint i = 0; i < WIDTH; ++i)
        part[i] = from + i < end ? row[from + i] : 0.0f;
    return vloadv(0, part);
}
// ANCHOR_END: fetch

// ANCHOR: kernel
kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1)))
void matmul_packed(global const float *restrict a, global const float *restrict b,
                   global float *restrict c, uint m, uint n, uint k)
{
    // A vector of padding in each row of a: rows a power of two apart would fall into the same few places
    // of the cache.
    local floatv a_tile[TILE_M][A_ROW + 1];
    local floatv b_tile[GROUP_N][TILE_K][VECTORS];
    local floatv waiting[ITEMS][ITEM_M][VECTORS];
    uint item = get_local_id(0);
    // Down a panel first: it is in the core's nearest cache when the next work-item comes.
    uint ly = item % GROUP_M;
    uint lx = item / GROUP_M;
    uint top = get_group_id(1) * TILE_M;
    uint left = get_group_id(0) * TILE_N;
    uint first_row = top + ly * ITEM_M;
    uint first_column = left + lx * PANEL;

    for (uint start = 0; start < k; start += TILE_K) {
        // ANCHOR: pack
        for (uint r = item; r < TILE_M; r += ITEMS) {
            if (top + r < m) {
                global const float *row = a + (size_t)(top + r) * k;
                for (uint v = 0; v < A_ROW; ++v)
                    a_tile[r][v] = fetch(row, start + v * WIDTH, k);
            } else {
                for (uint v = 0; v < A_ROW; ++v)
                    a_tile[r][v] = (floatv)(0.0f);
            }
        }
        for (uint i = item; i < TILE_K; i += ITEMS) {
            if (start + i < k) {
                global const float *row = b + (size_t)(start + i) * n;
                for (uint panel = 0; panel < GROUP_N; ++panel) {
                    for (uint v = 0; v < VECTORS; ++v)
                        b_tile[panel][i][v] = fetch(row, left + panel * PANEL + v * WIDTH, n);
                }
            } else {
                for (uint panel = 0; panel < GROUP_N; ++panel) {
                    for (uint v = 0; v < VECTORS; ++v)
                        b_tile[panel][i][v] = (floatv)(0.0f);
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        // ANCHOR_END: pack

        // ANCHOR: multiply
        // Only where there is something of c: and so that the compiler, which cannot tell whether all
        // work-items come here, takes the loop as one work-item's.
        if (first_row < m && first_column < n) {
            floatv sums[ITEM_M][VECTORS];
#pragma unroll
            for (uint r = 0; r < ITEM_M; ++r) {
#pragma unroll
                for (uint v = 0; v < VECTORS; ++v)
                    sums[r][v] = start > 0 ? waiting[item][r][v] : (floatv)(0.0f);
            }
            const local float *rows = (const local float *)a_tile[ly * ITEM_M];
            for (uint i = 0; i < TILE_K; ++i) {
                floatv from_b[VECTORS];
#pragma unroll
                for (uint v = 0; v < VECTORS; ++v)
                    from_b[v] = b_tile[lx][i][v];
#pragma unroll
                for (uint r = 0; r < ITEM_M; ++r) {
                    float from_a = rows[r * (A_ROW + 1) * WIDTH + i];
#pragma unroll
                    for (uint v = 0; v < VECTORS; ++v)
                        sums[r][v] = fma((floatv)(from_a), from_b[v], sums[r][v]);
                }
            }
#pragma unroll
            for (uint r = 0; r < ITEM_M; ++r) {
#pragma unroll
                for (uint v = 0; v < VECTORS; ++v)
                    waiting[item][r][v] = sums[r][v];
            }
        }
        // Nobody packs the next tiles while another still reads these.
        barrier(CLK_LOCAL_MEM_FENCE);
        // ANCHOR_END: multiply
    }

    // ANCHOR: store
    for (uint r = 0; r < ITEM_M && first_row + r < m; ++r) {
        global float *row = c + (size_t)(first_row + r) * n;
        for (uint v = 0; v < VECTORS; ++v) {
            uint column = first_column + v * WIDTH;
            if (column >= n)
                break;
            floatv sum = k > 0 ? waiting[item][r][v] : (floatv)(0.0f);
            if (n % WIDTH == 0) {
                // Each vector of c is where a vector may lie, and goes in one piece.
                *(global floatv *)(row + column) = sum;
            } else {
                float part[WIDTH];
                vstorev(sum, 0, part);
                for (uint i = 0; i < WIDTH && column + i < n; ++i)
                    row[column + i] = part[i];
            }
        }
    }
    // ANCHOR_END: store
}
// ANCHOR_END: kernel
