// std: CL2.0
// global: 8
// local: 4
// buffer: x int 8 iota read
// buffer: y int 8 zeros
kernel void one_of_the_group(global const int *x, global int *y) {
    int i = get_global_id(0);
    y[i] = work_group_broadcast(x[i], get_group_id(0) + 1);
}
