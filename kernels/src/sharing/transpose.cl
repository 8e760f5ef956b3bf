// A transpose through a tile, so that rows are read and rows are written.

// ANCHOR: kernel
#define TILE 32

// A work-group is TILE work-items wide and a few rows high, and does a square of TILE x TILE.
kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    // ANCHOR: tile
    // The slot more in each row shifts the next row by a bank: a column meets all banks.
    local float tile[TILE][TILE + 1];
    // ANCHOR_END: tile
    uint lx = get_local_id(0);
    uint left = get_group_id(0) * TILE;
    uint top = get_group_id(1) * TILE;

    // ANCHOR: read
    for (uint row = get_local_id(1); row < TILE; row += get_local_size(1)) {
        if (left + lx < w && top + row < h)
            tile[row][lx] = in[(top + row) * w + left + lx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // ANCHOR_END: read

    // ANCHOR: write
    // The rows of out are the columns of in: the tile's corner is at (top, left), out is h wide.
    for (uint row = get_local_id(1); row < TILE; row += get_local_size(1)) {
        if (top + lx < h && left + row < w)
            out[(left + row) * h + top + lx] = tile[lx][row];
    }
    // ANCHOR_END: write
}
// ANCHOR_END: kernel
