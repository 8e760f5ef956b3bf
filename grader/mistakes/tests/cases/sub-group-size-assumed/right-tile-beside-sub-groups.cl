// std: CL3.0
// global: 64
// local: 64
// buffer: x int 64 iota read
// buffer: y int 64 zeros
kernel void k(global const int *x, global int *y)
{
    int lid = get_local_id(0);
    int column = lid % 8, row = lid / 8;
    int most = sub_group_reduce_max(x[column * 8 + row]);
    y[lid] = get_sub_group_local_id() == 0 ? most : 0;
}
