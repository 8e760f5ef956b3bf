// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void window(global const int *x, global int *y) {
    int i = get_global_id(0);
    int next = i + 8 < 16 ? x[i + 8] : 0;
    y[i] = intel_sub_group_shuffle_down(x[i], next, 2);
}
