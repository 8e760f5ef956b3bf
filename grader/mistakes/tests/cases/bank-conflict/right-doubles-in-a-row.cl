// global: 512
// local: 64
// buffer: x double 512 iota read
// buffer: y double 512 uninit write
// Two phases for eight bytes each; no conflict.
kernel void turn_round(global const double *x, global double *y)
{
    local double part[64];
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[63 - lid];
}
