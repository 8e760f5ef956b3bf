// kernel: publish
// global: 2
// local: 1
// buffer: totals int 4 zeros
// Groups of one work-item: what another group copied is no more in order than what it stored.
kernel void publish(global int *totals) {
    local int tile[4];
    for (int i = 0; i < 4; ++i)
        tile[i] = i + get_group_id(0);
    event_t event = async_work_group_copy(totals, tile, 4, 0);
    wait_group_events(1, &event);
}
