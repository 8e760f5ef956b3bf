// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 zeros
// value: n int 4
kernel void copies_sometimes(global const int *x, global int *y, int n) {
    local int tile[4];
    int lid = get_local_id(0);
    event_t copied = 0;
    tile[lid] = x[lid];
    if (n > 4)
        copied = async_work_group_copy(tile, x, 4, 0);
    wait_group_events(1, &copied); //~
    y[lid] = tile[lid];
}
