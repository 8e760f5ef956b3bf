// global: 8
// local: 4
// buffer: x int 8 iota read
// buffer: y int 8 zeros
kernel void blocks(global const int *x, global int *y) {
    local int tile[4];
    int lid = get_local_id(0);
    event_t copied = async_work_group_copy(tile, x + get_group_id(0) * 4, 4, 0);
    wait_group_events(1, &copied);
    y[get_global_id(0)] = tile[3 - lid];
}
