// kernel: join
// global: 16
// local: 8
// buffer: a int 16 iota read
// buffer: b int 16 iota read
// buffer: sum int 16 zeros
// Two copies with an event each, and only the first is waited for.
kernel void join(global const int *a, global const int *b, global int *sum) {
    local int left[8], right[8];
    size_t first = get_group_id(0) * 8;
    event_t events[2];
    events[0] = async_work_group_copy(left, a + first, 8, 0);
    events[1] = async_work_group_copy(right, b + first, 8, 0);
    wait_group_events(1, events);
    sum[get_global_id(0)] = left[get_local_id(0)] + right[get_local_id(0)];
}
