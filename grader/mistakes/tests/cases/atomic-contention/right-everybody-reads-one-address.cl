// global: 128
// local: 32
// buffer: scale int 1 values 3 read
// buffer: y int 128 iota
kernel void scaled(global const int *scale, global int *y) {
    y[get_global_id(0)] *= scale[0];
}
