// Through a tile: rows of in are read, rows of out are written, and no bank is met twice.

// ANCHOR: transpose
#define TILE 32

kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    // ANCHOR: tile
    local float tile[TILE][TILE + 1];
    // ANCHOR_END: tile
    uint lx = get_local_id(0);
    uint left = get_group_id(0) * TILE;
    uint top = get_group_id(1) * TILE;

    for (uint row = get_local_id(1); row < TILE; row += get_local_size(1)) {
        if (left + lx < w && top + row < h)
            tile[row][lx] = in[(top + row) * w + left + lx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    // ANCHOR: write
    for (uint row = get_local_id(1); row < TILE; row += get_local_size(1)) {
        if (top + lx < h && left + row < w)
            out[(left + row) * h + top + lx] = tile[lx][row];
    }
    // ANCHOR_END: write
}
// ANCHOR_END: transpose
