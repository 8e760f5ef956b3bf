// A transpose through a padded tile in local memory.
kernel void real(global const float *in, global float *out, int n)
{
    local float tile[16][17];
    int x = get_local_id(0), y = get_local_id(1);
    int i = get_group_id(0) * 16, j = get_group_id(1) * 16;
    tile[y][x] = in[(j + y) * n + i + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(i + y) * n + j + x] = tile[x][y];
}
