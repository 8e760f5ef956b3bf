/* Matrix multiplication C = A B, through tiles in local memory.
 * A is m x k, B is k x n, C is m x n, all row by row.
 * Each work-group computes one tile of C; each work-item one element of it. */

#ifndef TILE
#define TILE 16
#endif

// The element of a matrix that is `width` elements wide.
#define AT(matrix, row, column, width) ((matrix)[(row) * (width) + (column)])

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void NAME_multiply(__global const float *restrict a,
                   __global const float *restrict b,
                   __global float *restrict c,
                   const int m, const int n, const int k)
{
    __local float tile_a[TILE][TILE];
    __local float tile_b[TILE][TILE + 1];

    const int column = get_global_id(0);
    const int row = get_global_id(1);
    const int x = get_local_id(0);
    const int y = get_local_id(1);

    float sum = 0.0f;
    for (int start = 0; start < k; start += TILE) {
        // What lies outside the matrix counts as zero.
        tile_a[y][x] = row < m && start + x < k ? AT(a, row, start + x, k) : 0.0f;
        tile_b[y][x] = start + y < k && column < n ? AT(b, start + y, column, n) : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);

        #pragma unroll
        for (int i = 0; i < TILE; i++) {
            sum = mad(tile_a[y][i], tile_b[i][x], sum);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (row < m && column < n) {
        AT(c, row, column, n) = sum;
    }
}
