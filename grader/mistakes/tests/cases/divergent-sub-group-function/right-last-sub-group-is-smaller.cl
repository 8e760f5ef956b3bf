// std: CL3.0
// global: 12
// local: 12
// sub-group-size: 8
// buffer: x int 12 iota read
// buffer: y int 12 zeros
kernel void of_twelve(global const int *x, global int *y) {
    int i = get_global_id(0);
    y[i] = sub_group_reduce_add(x[i]) * 100 + (int)get_sub_group_size();
}
