// std: CL3.0
// global: 64
// local: 64
// buffer: x int 64 iota read
// buffer: y int 8 zeros
// sub-group-size: 8
kernel void k(global const int *x, global int *y)
{
    int number = get_local_linear_id() / 8; //~
    int most = sub_group_reduce_max(x[get_local_id(0)]);
    y[number] = most;
}
