// global: 8
// local: 4
// buffer: y int 16 zeros
kernel void interleaved(global int *y) {
    for (int i = get_global_id(0); i < 16; i += get_global_size(0)) y[i] += i;
}
