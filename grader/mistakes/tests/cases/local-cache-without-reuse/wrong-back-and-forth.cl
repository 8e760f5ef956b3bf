// global: 512
// local: 64
// buffer: x float 512 iota
kernel void halve(global float *x)
{
    local float part[64]; //~
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = 0.5f * part[lid];
}
