// global: 8
// local: 4
// buffer: x int 6 iota read
// buffer: y int 6 zeros
// value: n int 6
kernel void short_tail(global const int *x, global int *y, int n) {
    local int tile[4];
    int i = get_global_id(0), lid = get_local_id(0);
    int begin = get_group_id(0) * 4;
    int count = min(4, n - begin);
    event_t copied = async_work_group_copy(tile, x + begin, count, 0);
    wait_group_events(1, &copied);
    if (i < n) y[i] = tile[count - 1 - lid];
}
