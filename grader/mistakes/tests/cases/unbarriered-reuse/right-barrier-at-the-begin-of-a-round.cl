// global: 4
// local: 4
// buffer: x int 12 iota read
// buffer: y int 4 zeros
kernel void sums(global const int *x, global int *y) {
    local int tile[4];
    int lid = get_local_id(0), sum = 0;
    for (int t = 0; t < 3; t++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[lid] = x[t * 4 + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; k++) sum += tile[k];
    }
    y[lid] = sum;
}
