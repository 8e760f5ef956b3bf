// std: CL3.0
// global: 64
// local: 64
// buffer: x int 64 iota read
// buffer: y int 2 zeros
kernel void k(global const int *x, global int *y)
{
    int lid = get_local_id(0);
    int all = work_group_reduce_add(x[lid]);
    if (lid % 32 == 0) y[lid / 32] = all;
}
