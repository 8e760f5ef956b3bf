// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 zeros
void finish(event_t event) {
    wait_group_events(1, &event);
}
kernel void finishes(global const int *x, global int *y) {
    local int tile[4];
    int lid = get_local_id(0);
    finish(async_work_group_copy(tile, x, 4, 0));
    y[lid] = tile[3 - lid];
}
