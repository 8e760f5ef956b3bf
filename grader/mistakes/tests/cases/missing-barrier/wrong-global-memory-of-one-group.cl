// global: 8
// local: 8
// buffer: x int 8 iota
// buffer: y int 8 zeros
kernel void two_steps(global int *x, global int *y) {
    size_t i = get_global_id(0);
    x[i] *= 10;
    y[i] = x[7 - i]; //~
}
