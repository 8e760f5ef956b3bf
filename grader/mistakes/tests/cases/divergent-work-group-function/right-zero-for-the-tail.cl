// std: CL2.0
// global: 8
// local: 4
// buffer: x int 6 iota read
// buffer: y int 6 zeros
// value: n int 6
kernel void zero_for_the_tail(global const int *x, global int *y, int n) {
    int i = get_global_id(0);
    int sum = work_group_scan_inclusive_add(i < n ? x[i] : 0);
    if (i < n)
        y[i] = sum;
}
