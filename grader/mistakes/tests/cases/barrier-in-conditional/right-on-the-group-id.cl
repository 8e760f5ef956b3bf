// global: 12
// local: 4
// buffer: x int 12 iota
kernel void odd_groups(global int *x) {
    local int tile[4];
    int i = get_global_id(0), lid = get_local_id(0);
    size_t group = get_group_id(0);
    if (group % 2 == 1 && group + 1 <= get_num_groups(0)) {
        tile[lid] = x[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        x[i] = tile[lid ^ 1];
    }
}
