// global: 8
// local: 8
// buffer: x int 9 iota
kernel void shift(global int *x) {
    size_t i = get_global_id(0);
    x[i] = x[i + 1]; //~
}
