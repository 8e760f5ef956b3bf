kernel void transpose(global const float *in, global float *out, uint n)
{
    local float tile[16][17];
    uint x = get_local_id(0);
    uint y = get_local_id(1);
    uint column = get_group_id(0) * 16;
    uint row = get_group_id(1) * 16;
    tile[y][x] = in[(column + y) * n + row + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(row + y) * n + column + x] = tile[x][y];
}
