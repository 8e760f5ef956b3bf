// global: 4
// local: 4
// buffer: x int 6 iota
// value: n int 6
kernel void strided(global int *x, int n) {
    local int tile[4];
    int lid = get_local_id(0);
    for (int begin = 0; begin < n; begin += 4) {
        int i = begin + lid;
        if (i < n) tile[lid] = x[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < n) x[i] = tile[lid] * 2;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
