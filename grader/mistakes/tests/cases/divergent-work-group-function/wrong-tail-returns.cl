// std: CL2.0
// global: 8
// local: 4
// buffer: x int 6 iota read
// buffer: y int 6 zeros
// value: n int 6
kernel void tail_returns(global const int *x, global int *y, int n) {
    int i = get_global_id(0);
    if (i >= n)
        return;
    y[i] = work_group_scan_inclusive_add(x[i]); //~
}
