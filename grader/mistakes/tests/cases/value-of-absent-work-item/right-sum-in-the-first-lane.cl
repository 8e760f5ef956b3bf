// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void sum(global const int *x, global int *y) {
    int sum = x[get_global_id(0)];
    for (uint step = get_sub_group_size() / 2; step > 0; step /= 2)
        sum += sub_group_shuffle_down(sum, step);
    if (get_sub_group_local_id() == 0)
        y[get_sub_group_id()] = sum;
}
