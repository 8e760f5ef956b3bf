// std: CL3.0
// global: 64
// local: 64
// buffer: x int 64 iota read
// buffer: y int 4 zeros
// sub-group-size: 16
int sum(int value)
{
    return sub_group_reduce_add(value);
}
kernel void k(global const int *x, global int *y)
{
    int lid = get_local_id(0);
    int all = sum(x[lid]);
    if ((lid & 15) == 0) y[lid >> 4] = all; //~
}
