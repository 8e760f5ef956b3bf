// std: CL2.0
// global: 8
// local: 4
// buffer: x int 8 iota read
// buffer: y int 8 zeros
kernel void whole_groups(global const int *x, global int *y) {
    int i = get_global_id(0);
    if (get_group_id(0) > 0)
        return;
    y[i] = work_group_reduce_add(x[i]);
}
