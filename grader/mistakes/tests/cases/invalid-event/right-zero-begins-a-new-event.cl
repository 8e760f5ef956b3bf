// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 zeros
kernel void chained(global const int *x, global int *y) {
    local int tile[4];
    int lid = get_local_id(0);
    event_t copied = 0;
    copied = async_work_group_copy(tile, x, 2, copied);
    copied = async_work_group_copy(tile + 2, x + 2, 2, copied);
    wait_group_events(1, &copied);
    y[lid] = tile[3 - lid];
}
