// global: 4
// local: 4
// buffer: x int 12 iota read
// buffer: y int 4 zeros
kernel void slices(global const int *x, global int *y) {
    local int slice[4][2];
    int lid = get_local_id(0), sum = 0;
    for (int t = 0; t < 3; t++) {
        slice[lid][0] = x[t * 4 + lid];
        slice[lid][1] = t;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 2; k++) sum += slice[lid][k];
    }
    y[lid] = sum;
}
