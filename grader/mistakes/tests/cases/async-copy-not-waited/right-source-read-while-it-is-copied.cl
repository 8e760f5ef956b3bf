// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 zeros
kernel void read_both(global const int *x, global int *y) {
    local int tile[4];
    int lid = get_local_id(0);
    event_t copied = async_work_group_copy(tile, x, 4, 0);
    int own = x[lid];
    wait_group_events(1, &copied);
    y[lid] = own * tile[3 - lid];
}
