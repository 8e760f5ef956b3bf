kernel void turn(global const float *in, global float *out)
{
    local float tile[32][32];
    uint x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = in[y * 32 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x < 20)
        out[x * 32 + y] = tile[x][y];
}
