// global: 256 256
// local: 16 16
// buffer: in float 65536 iota read
// buffer: out float 65536 uninit write
kernel void transpose(global const float *in, global float *out)
{
    local float tile[16][17];
    int lx = get_local_id(0), ly = get_local_id(1);
    int bx = (get_group_id(0) + get_group_id(1)) % 16;
    int by = get_group_id(0);
    tile[ly][lx] = in[(by * 16 + ly) * 256 + bx * 16 + lx];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[(bx * 16 + ly) * 256 + by * 16 + lx] = tile[lx][ly];
}
