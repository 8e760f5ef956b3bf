// global: 8
// local: 8
// buffer: x int 16 iota read
// buffer: y int 2 zeros
kernel void sums(global const int *x, global int *y) {
    local int part[8];
    int lid = get_local_id(0);
    for (int t = 0; t < 2; t++) {
        part[lid] = x[t * 8 + lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int reach = 4; reach > 0; reach /= 2) {
            if (lid < reach) part[lid] += part[lid + reach];
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (lid == 0) y[t] = part[0];
    }
}
