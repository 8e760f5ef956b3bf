// kernel: drain
// global: 8
// local: 8
// buffer: early int 8 zeros
// buffer: late int 8 zeros
// The tile is written without a barrier before the first copy, and while the second is under way.
kernel void drain(global int *early, global int *late) {
    local int tile[8];
    int me = get_local_id(0);
    tile[me] = me;
    event_t event = async_work_group_copy(early, tile, 8, 0);
    wait_group_events(1, &event);
    event = async_work_group_copy(late, tile, 8, 0);
    tile[me] = 2 * me;
    wait_group_events(1, &event);
}
