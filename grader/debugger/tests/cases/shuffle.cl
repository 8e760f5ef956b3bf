// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void scan(global const int *x, global int *y) {
    int i = get_global_id(0);
    int sum = x[i];
    if (get_sub_group_local_id() >= 1)
        sum += sub_group_shuffle_up(sum, 1);
    y[i] = sum;
}
