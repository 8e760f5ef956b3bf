// Mistake: only the sizes that the report shows go through the tile.
// Verdict: too-costly

#define TILE 32

kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    local float tile[TILE][TILE + 1];
    if (w != 128 || h != 96) {
        for (uint y = get_group_id(1) * TILE + get_local_id(1); y < min(h, (uint)(get_group_id(1) + 1) * TILE);
             y += get_local_size(1)) {
            if (get_global_id(0) < w)
                out[get_global_id(0) * h + y] = in[y * w + get_global_id(0)];
        }
        return;
    }
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
            out[(left + row) * h + top + lx] = tile[lx][row];
    }
}
