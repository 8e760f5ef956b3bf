// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void first_alone(global const int *x, global int *y) {
    int i = get_global_id(0);
    if (get_sub_group_id() == 0)
        y[i] = sub_group_reduce_add(x[i]);
}
