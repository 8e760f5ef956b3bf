// global: 8
// local: 8
// buffer: x int 8 iota
// buffer: y int 8 zeros
kernel void both(global int *x, global int *y) {
    local int tile[8];
    int lid = get_local_id(0);
    tile[lid] = x[lid];
    x[lid] = -lid;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    y[lid] = tile[7 - lid] + x[7 - lid];
}
