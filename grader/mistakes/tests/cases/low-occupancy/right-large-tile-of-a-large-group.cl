// global: 4096
// local: 1024
// buffer: x float 4096 iota read
// buffer: y float 4096 uninit write
// One group fits, and has 32 warps.
kernel void turn_round(global const float *x, global float *y)
{
    local float part[8192];
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[1023 - lid];
}
