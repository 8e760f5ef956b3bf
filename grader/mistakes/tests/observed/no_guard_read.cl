// global: 8
// local: 4
// buffer: x int 6 iota read
// buffer: y int 8 zeros
kernel void shift(global const int *x, global int *y) {
    int i = get_global_id(0);
    y[i] = x[i - 1];
}
