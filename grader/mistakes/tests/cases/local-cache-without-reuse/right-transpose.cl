// global: 64 64
// local: 16 16
// buffer: in float 4096 iota read
// buffer: out float 4096 uninit write
kernel void transpose(global const float *in, global float *out)
{
    local float tile[16][17];
    int lx = get_local_id(0), ly = get_local_id(1);
    int gx = get_group_id(0) * 16, gy = get_group_id(1) * 16;
    tile[ly][lx] = in[(gy + ly) * 64 + gx + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(gx + ly) * 64 + gy + lx] = tile[lx][ly];
}
