// std: CL2.0
// global: 8
// local: 4
// buffer: x int 7 iota read
// buffer: y int 7 zeros
// value: n int 7
int total(int value) {
    return work_group_reduce_add(value); //~
}
kernel void guarded(global const int *x, global int *y, int n) {
    int i = get_global_id(0);
    if (i < n)
        y[i] = total(x[i]);
}
