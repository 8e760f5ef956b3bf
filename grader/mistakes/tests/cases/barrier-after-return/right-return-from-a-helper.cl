// global: 8
// local: 4
// buffer: x int 6 iota read
// buffer: y int 6 zeros
// value: n int 6
int read_or_zero(global const int *x, int i, int n) {
    if (i >= n)
        return 0;
    return x[i];
}
kernel void padded(global const int *x, global int *y, int n) {
    local int tile[4];
    int i = get_global_id(0), lid = get_local_id(0);
    tile[lid] = read_or_zero(x, i, n);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i < n) y[i] = tile[3 - lid];
}
