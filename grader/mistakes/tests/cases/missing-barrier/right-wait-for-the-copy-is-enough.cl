// global: 8
// local: 8
// buffer: x int 8 iota
kernel void copied(global int *x) {
    local int tile[8];
    int lid = get_local_id(0);
    event_t done = async_work_group_copy(tile, x, 8, 0);
    wait_group_events(1, &done);
    x[lid] = tile[7 - lid];
}
