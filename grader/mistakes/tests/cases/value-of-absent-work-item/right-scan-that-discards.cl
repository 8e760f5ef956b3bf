// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void scan(global const int *x, global int *y) {
    int i = get_global_id(0);
    int sum = x[i];
    for (uint step = 1; step < get_sub_group_size(); step *= 2) {
        int below = sub_group_shuffle_up(sum, step);
        if (get_sub_group_local_id() >= step)
            sum += below;
    }
    y[i] = sum;
}
