// global: 4
// local: 4
// buffer: a int 4 iota read
// buffer: b int 4 iota read
// buffer: y int 4 zeros
kernel void shared_event(global const int *a, global const int *b, global int *y) {
    local int left[4], right[4];
    int lid = get_local_id(0);
    event_t both = async_work_group_copy(left, a, 4, 0);
    both = async_work_group_copy(right, b, 4, both);
    wait_group_events(1, &both);
    y[lid] = left[lid] + right[3 - lid];
}
