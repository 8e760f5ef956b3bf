// global: 4
// local: 4
// buffer: y int 8 zeros
kernel void strided_store(global int *y) {
    local int tile[4];
    int lid = get_local_id(0);
    tile[lid] = lid + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t stored = async_work_group_strided_copy(y, tile, 4, 2, 0);
    wait_group_events(1, &stored);
}
