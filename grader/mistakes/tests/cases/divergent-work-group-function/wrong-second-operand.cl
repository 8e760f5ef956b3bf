// std: CL2.0
// global: 8
// local: 4
// buffer: x int 8 iota read
// buffer: y int 8 zeros
kernel void lazy(global const int *x, global int *y) {
    int i = get_global_id(0);
    y[i] = x[i] > 2 && work_group_all(x[i] < 8); //~
}
