// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void below(global const int *x, global int *y) {
    int i = get_global_id(0);
    int left = sub_group_shuffle_up(x[i], 1);
    y[i] = select(left, -1, get_sub_group_local_id() == 0);
}
