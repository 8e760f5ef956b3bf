// std: CL3.0
// global: 16
// local: 16
// sub-group-size: 8
// buffer: x int 13 iota read
// buffer: y int 13 zeros
// value: n int 13
kernel void tail(global const int *x, global int *y, int n) {
    int i = get_global_id(0);
    if (i >= n)
        return;
    y[i] = sub_group_reduce_add(x[i]); //~
}
