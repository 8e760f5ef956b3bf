// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void below(global const int *x, global int *y) {
    int i = get_global_id(0);
    y[i] = x[i] - sub_group_shuffle_up(x[i], 1); //~
}
