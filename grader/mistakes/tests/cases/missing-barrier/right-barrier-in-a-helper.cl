// global: 8
// local: 8
// buffer: x int 8 iota
void fill(local int *tile, global const int *x, int lid) {
    tile[lid] = x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void swap_pairs(global int *x) {
    local int tile[8];
    int lid = get_local_id(0);
    fill(tile, x, lid);
    x[lid] = tile[lid ^ 1];
}
