// global: 8
// local: 4
// buffer: x int 6 iota read
// buffer: y int 6 zeros
// value: n int 6
kernel void guard_behind(global const int *x, global int *y, int n) {
    local int tile[4];
    int i = get_global_id(0), lid = get_local_id(0);
    tile[lid] = i < n ? x[i] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i >= n) return;
    y[i] = tile[3 - lid];
}
