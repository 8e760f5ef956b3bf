// std: CL2.0
// global: 8
// local: 4
// buffer: x int 8 iota read
// buffer: y int 2 zeros
kernel void one_writes(global const int *x, global int *y) {
    int sum = work_group_reduce_add(x[get_global_id(0)]);
    if (get_local_id(0) == 0)
        y[get_group_id(0)] = sum;
}
