// kernel: weave
// global: 8
// local: 8
// buffer: even int 8 iota read
// buffer: odd int 8 iota read
// buffer: to int 16 zeros
// buffer: edges int 32 zeros
// Two strided copies interleave without touching each other, and work-items write around a copy.
kernel void weave(global const int *even, global const int *odd, global int *to, global int *edges) {
    local int first[8], second[8], tile[24];
    uint me = get_local_id(0);
    event_t event = async_work_group_copy(first, even, 8, 0);
    event = async_work_group_copy(second, odd, 8, event);
    wait_group_events(1, &event);
    event = async_work_group_strided_copy(to, first, 8, 2, 0);
    event = async_work_group_strided_copy(to + 1, second, 8, 2, event);
    event = async_work_group_copy(tile + 8, even, 8, event);
    tile[me < 4 ? me : me + 12] = me;
    wait_group_events(1, &event);
    edges[me] = tile[me < 4 ? me : me + 12];
    edges[me + 8] = tile[me + 8];
}
