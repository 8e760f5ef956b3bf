// global: 8
// local: 8
// buffer: x int 8 iota
kernel void reverse(global int *x) {
    local int tile[8];
    int lid = get_local_id(0);
    tile[lid] = x[lid];
    mem_fence(CLK_LOCAL_MEM_FENCE);
    x[lid] = tile[7 - lid]; //~
}
