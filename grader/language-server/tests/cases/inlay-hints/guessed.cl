kernel void column_sums(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0);
    if (x < width) {
        float sum = 0.0f;
        for (int y = 0; y < height; y++)
            sum += in[y * width + x];
        out[x] = sum;
    }
}

kernel void turn(global const float *in, global float *out)
{
    local float tile[32][32];
    uint x = get_local_id(0), y = get_local_id(1);
    tile[y][x] = in[y * 32 + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x % 2 == 0) {
        out[x * 32 + y] = tile[x][y];
    }
}
