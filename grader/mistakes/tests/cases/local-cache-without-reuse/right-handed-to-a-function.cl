// global: 512
// local: 64
// buffer: x int 512 iota read
// buffer: y int 512 uninit write
int beside(local const int *part, int lid)
{
    return part[(lid + 1) % 64];
}
kernel void shift(global const int *x, global int *y)
{
    local int part[64];
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = beside(part, lid) - part[lid];
}
