// kernel: join
// global: 8
// local: 8
// buffer: a int 8 iota read
// buffer: b int 8 iota read
// The event given to the third copy is not the same for all work-items.
kernel void join(global const int *a, global const int *b) {
    local int left[8], right[8], third[8];
    event_t one = async_work_group_copy(left, a, 8, 0);
    event_t other = async_work_group_copy(right, b, 8, 0);
    event_t mine = get_local_id(0) < 4 ? one : other;
    async_work_group_copy(third, a, 8, mine);
    wait_group_events(1, &one);
    wait_group_events(1, &other);
}
