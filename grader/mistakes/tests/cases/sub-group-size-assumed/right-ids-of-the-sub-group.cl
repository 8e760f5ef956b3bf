// std: CL3.0
// global: 64
// local: 64
// buffer: x int 64 iota read
// buffer: y int 2 zeros
kernel void k(global const int *x, global int *y)
{
    int sum = sub_group_reduce_add(x[get_local_id(0)]);
    if (get_sub_group_local_id() == 0) {
        y[get_sub_group_id()] = sum;
    }
}
