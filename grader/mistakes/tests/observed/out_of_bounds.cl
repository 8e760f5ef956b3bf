// global: 16
// local: 4
// buffer: y int 13 zeros
// value: n int 13
kernel void fill(global int *y, int n) {
    int i = get_global_id(0);
    if (i <= n)
        y[i] = i;
}
