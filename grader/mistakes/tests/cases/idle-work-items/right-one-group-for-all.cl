// global: 300
// local: 300
// buffer: x int 300 iota read
// buffer: y int 300 uninit write
// local-memory: part 1200
kernel void turn_round(global const int *x, global int *y, local int *part)
{
    int lid = get_local_id(0);
    part[lid] = x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[lid] = part[299 - lid];
}
