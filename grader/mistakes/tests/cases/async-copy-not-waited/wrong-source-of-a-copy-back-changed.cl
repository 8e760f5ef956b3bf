// global: 4
// local: 4
// buffer: y int 4 zeros
kernel void store_and_go_on(global int *y) {
    local int tile[4];
    int lid = get_local_id(0);
    tile[lid] = lid;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t stored = async_work_group_copy(y, tile, 4, 0);
    tile[lid] = 0; //~
    wait_group_events(1, &stored);
}
