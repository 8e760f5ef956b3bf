// Mistake: the place in the output is kept in 16 bits.
// Verdict: integer-overflow-in-index

#define TILE 32

kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    local float tile[TILE][TILE + 1];
    uint lx = get_local_id(0);
    uint left = get_group_id(0) * TILE;
    uint top = get_group_id(1) * TILE;

    for (uint row = get_local_id(1); row < TILE; row += get_local_size(1)) {
        if (left + lx < w && top + row < h)
            tile[row][lx] = in[(top + row) * w + left + lx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint row = get_local_id(1); row < TILE; row += get_local_size(1)) {
        if (top + lx < h && left + row < w)
            out[(ushort)((left + row) * h + top + lx)] = tile[lx][row];
    }
}
