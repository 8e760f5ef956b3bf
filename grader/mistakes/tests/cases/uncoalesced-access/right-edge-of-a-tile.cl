// global: 64 64
// local: 16 16
// buffer: in float 4356 iota read
// buffer: out float 4096 uninit write
// Rows of 66: an element before and one behind. The column at each side is loaded by few.
kernel void spread(global const float *in, global float *out)
{
    local float tile[16][18];
    int lx = get_local_id(0), ly = get_local_id(1);
    int x = get_global_id(0) + 1, y = get_global_id(1) + 1;
    tile[ly][lx + 1] = in[y * 66 + x];
    if (lx == 0) {
        tile[ly][0] = in[y * 66 + x - 1];
    }
    if (lx == 15) {
        tile[ly][17] = in[y * 66 + x + 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(y - 1) * 64 + x - 1] = tile[ly][lx] + tile[ly][lx + 2];
}
