// global: 4
// local: 4
// buffer: weights int 4 values 1 2 3 4 read
// buffer: y int 12 zeros
kernel void weighted(global const int *weights, global int *y) {
    local int filter[4];
    int lid = get_local_id(0);
    filter[lid] = weights[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int t = 0; t < 3; t++)
        for (int k = 0; k < 4; k++) y[t * 4 + lid] += filter[k];
}
