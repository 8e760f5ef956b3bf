// global: 12
// local: 4
// buffer: x int 8 iota
// value: groups uint 2
kernel void spare_groups(global int *x, uint groups) {
    local int tile[4];
    int lid = get_local_id(0), i = get_global_id(0);
    if (get_group_id(0) >= groups) {
        return;
    }
    tile[lid] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = tile[3 - lid];
}
