// global: 4
// local: 4
// buffer: x int 8 iota read
// buffer: y int 4 zeros
kernel void rows(global const int *x, global int *y) {
    local int tile[8];
    int lid = get_local_id(0);
    event_t copied = 0;
    for (int row = 0; row < 2; row++)
        copied = async_work_group_copy(tile + row * 4, x + row * 4, 4, copied);
    wait_group_events(1, &copied);
    y[lid] = tile[lid] + tile[4 + lid];
}
