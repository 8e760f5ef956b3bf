// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 zeros
kernel void both(global const int *x, global int *y) {
    local int tile[4], again[4];
    int lid = get_local_id(0);
    event_t events[2] = {async_work_group_copy(tile, x, 4, 0),
                         async_work_group_copy(again, x, 4, 0)};
    wait_group_events(2, events);
    y[lid] = tile[lid] + again[3 - lid];
}
