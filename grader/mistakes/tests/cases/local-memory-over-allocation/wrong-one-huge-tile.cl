// global: 64
// local: 64
// buffer: x float 64 iota
kernel void stage(global float *x) //~
{
    local float tile[16384];
    int lid = get_local_id(0);
    tile[lid] = x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[lid] = tile[63 - lid];
}
