// global: 4
// local: 4
// buffer: a int 4 iota read
// buffer: b int 4 iota read
// buffer: y int 4 zeros
kernel void one_of_two(global const int *a, global const int *b, global int *y) {
    local int left[4], right[4];
    int lid = get_local_id(0);
    event_t first = async_work_group_copy(left, a, 4, 0);
    event_t second = async_work_group_copy(right, b, 4, 0);
    wait_group_events(1, &first);
    y[lid] = left[lid] + right[lid]; //~
    wait_group_events(1, &second);
}
