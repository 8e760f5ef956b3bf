// global: 4
// local: 4
// buffer: x int 16 iota read
// buffer: y int 4 zeros
kernel void halves(global const int *x, global int *y) {
    local int tile[8];
    int lid = get_local_id(0), sum = 0;
    for (int t = 0; t < 2; t++) {
        tile[lid] = x[t * 8 + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; k++) sum += tile[k];
        tile[4 + lid] = x[t * 8 + 4 + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 4; k++) sum += tile[4 + k];
    }
    y[lid] = sum;
}
