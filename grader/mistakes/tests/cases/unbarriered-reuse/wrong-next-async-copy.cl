// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 zeros
// value: tiles int 1
kernel void copied(global const int *x, global int *y, int tiles) {
    local int tile[4];
    int lid = get_local_id(0), sum = 0;
    for (int t = 0; t < tiles; t++) {
        event_t done = async_work_group_copy(tile, x + t * 4, 4, 0); //~
        wait_group_events(1, &done);
        sum += tile[3 - lid];
    }
    y[lid] = sum;
}
