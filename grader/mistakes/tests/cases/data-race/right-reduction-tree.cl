// global: 8
// local: 8
// buffer: x int 8 iota read
// buffer: y int 1 zeros
kernel void tree(global const int *x, global int *y) {
    local int part[8];
    int lid = get_local_id(0);
    part[lid] = x[lid];
    for (int reach = 4; reach >= 1; reach /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < reach) part[lid] += part[lid + reach];
    }
    if (lid == 0) y[0] = part[0];
}
