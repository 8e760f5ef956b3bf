// global: 64 64
// local: 16 16
// buffer: in float 4356 iota read
// buffer: out float 4096 uninit write
// The two rows that a warp reads meet in two banks; no padding parts them for every offset.
kernel void cross_sum(global const float *in, global float *out)
{
    local float tile[18][18];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x = get_group_id(0) * 16, y = get_group_id(1) * 16;
    for (int row = ly; row < 18; row += 16) {
        for (int column = lx; column < 18; column += 16) {
            tile[row][column] = in[(y + row) * 66 + x + column];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(y + ly) * 64 + x + lx] = tile[ly][lx + 1] + tile[ly + 1][lx] + tile[ly + 1][lx + 1]
        + tile[ly + 1][lx + 2] + tile[ly + 2][lx + 1];
}
