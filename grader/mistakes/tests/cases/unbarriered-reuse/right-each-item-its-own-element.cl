// global: 4
// local: 4
// buffer: x int 12 iota read
// buffer: y int 4 zeros
kernel void own(global const int *x, global int *y) {
    local int tile[4];
    int lid = get_local_id(0), sum = 0;
    for (int t = 0; t < 3; t++) {
        tile[lid] = x[t * 4 + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        sum += tile[get_local_id(0)];
    }
    y[lid] = sum;
}
