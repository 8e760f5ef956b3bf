// global: 8
// local: 4
// buffer: x int 8 iota
kernel void smooth(global int *x) {
    local int tile[5];
    int i = get_global_id(0), lid = get_local_id(0);
    tile[lid + 1] = x[i];
    if (lid == 0) tile[0] = i > 0 ? x[i - 1] : 0; //~
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    x[i] = tile[lid] + tile[lid + 1];
}
