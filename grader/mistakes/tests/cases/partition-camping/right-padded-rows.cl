// global: 256 32
// local: 16 16
// buffer: in float 8192 iota read
// buffer: out float 147456 uninit write
kernel void transpose(global const float *in, global float *out)
{
    local float tile[16][17];
    int lx = get_local_id(0), ly = get_local_id(1);
    int gx = get_group_id(0) * 16, gy = get_group_id(1) * 16;
    tile[ly][lx] = in[(gy + ly) * 256 + gx + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(gx + ly) * 576 + gy + lx] = tile[lx][ly];
}
