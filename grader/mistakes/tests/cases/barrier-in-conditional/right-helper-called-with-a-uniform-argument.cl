// global: 8
// local: 8
// buffer: x int 8 iota
// value: passes int 2
void settle_tile(local int *tile, int lid, int sync) {
    tile[lid] += 1;
    if (sync)
        barrier(CLK_LOCAL_MEM_FENCE);
}
kernel void passes_over(global int *x, int passes) {
    local int tile[8];
    int lid = get_local_id(0);
    tile[lid] = x[lid];
    settle_tile(tile, lid, passes > 1);
    x[lid] = tile[lid];
}
