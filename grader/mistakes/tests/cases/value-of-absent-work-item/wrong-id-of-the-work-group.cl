// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 16 iota read
// buffer: y int 16 zeros
kernel void reversed(global const int *x, global int *y) {
    int i = get_local_id(0);
    y[i] = sub_group_shuffle(x[i], get_local_size(0) - 1 - i); //~
}
