// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void rounds(global const int *x, global int *y) {
    int i = get_global_id(0);
    int sum = 0;
    for (uint lane = 0; lane < get_sub_group_size(); lane++)
        sum += sub_group_broadcast(x[i], lane);
    y[i] = sum;
}
