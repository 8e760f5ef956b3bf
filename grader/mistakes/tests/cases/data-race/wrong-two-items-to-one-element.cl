// global: 8
// local: 8
// buffer: x int 8 iota read
// buffer: y int 4 zeros
kernel void shrink(global const int *x, global int *y) {
    int i = get_global_id(0);
    y[i / 2] = x[i]; //~
}
