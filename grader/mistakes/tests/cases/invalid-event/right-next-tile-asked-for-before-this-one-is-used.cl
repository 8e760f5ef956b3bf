// global: 4
// local: 4
// buffer: x int 12 iota read
// buffer: y int 4 zeros
kernel void ahead(global const int *x, global int *y) {
    local int tile[2][4];
    int lid = get_local_id(0), sum = 0;
    event_t events[2];
    events[0] = async_work_group_copy(tile[0], x, 4, 0);
    for (int round = 0; round < 3; round++) {
        int now = round % 2;
        if (round < 2)
            events[1 - now] = async_work_group_copy(tile[1 - now], x + (round + 1) * 4, 4, 0);
        wait_group_events(1, &events[now]);
        sum += tile[now][3 - lid];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[lid] = sum;
}
