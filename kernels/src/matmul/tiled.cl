// A matrix product through tiles in local memory: what a work-group needs of a and b it fetches once.

// ANCHOR: kernel
#define TILE 8

// A work-group does TILE x TILE elements of c, and takes k in steps of TILE.
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
        // ANCHOR: fetch
        // Outside of the matrices the tiles hold zeros, which add nothing to a sum.
        a_tile[ly][lx] = row < m && start + lx < k ? a[row * k + start + lx] : 0.0f;
        b_tile[ly][lx] = start + ly < k && column < n ? b[(start + ly) * n + column] : 0.0f;
        barrier(CLK_LOCAL_MEM_FENCE);
        // ANCHOR_END: fetch
        // ANCHOR: add
        for (uint i = 0; i < TILE; ++i)
            sum += a_tile[ly][i] * b_tile[i][lx];
        // Nobody fetches the next tiles while another still reads these.
        barrier(CLK_LOCAL_MEM_FENCE);
        // ANCHOR_END: add
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
// ANCHOR_END: kernel
