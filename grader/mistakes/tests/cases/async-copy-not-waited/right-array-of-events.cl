// global: 4
// local: 4
// buffer: x int 8 iota read
// buffer: y int 4 zeros
kernel void two_events(global const int *x, global int *y) {
    local int tile[8];
    int lid = get_local_id(0);
    event_t parts[2];
    parts[0] = async_work_group_copy(tile, x, 4, 0);
    parts[1] = async_work_group_copy(tile + 4, x + 4, 4, 0);
    wait_group_events(2, parts);
    y[lid] = tile[lid] + tile[7 - lid];
}
