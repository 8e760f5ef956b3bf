// Local memory: rows and columns of a tile, and barriers.
kernel void tile(global const float *in, global float *out, int width)
{
    local float tile[16][16];
    int x = get_local_id(0), y = get_local_id(1);
    int at = get_global_id(1) * 1024 + get_global_id(0);
    tile[y][x] = in[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = tile[x][y];
}
