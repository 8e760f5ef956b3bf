// kernel: gather
// global: 8
// local: 8
// buffer: from int 32 iota read
// value: parts int 2
// buffer: sums int 8 zeros
// One event too few is waited for, then as many as the work-item's number says, then one too many.
kernel void gather(global const int *from, int parts, global int *sums) {
    local int tiles[2][8];
    event_t events[2];
    for (int part = 0; part < parts; ++part)
        events[part] = async_work_group_copy(tiles[part], from + part * 8, 8, 0);
    wait_group_events(parts - 1, events);
    sums[get_global_id(0)] = tiles[1][get_local_id(0)];
    wait_group_events(get_local_id(0), events);
    wait_group_events(parts + 1, events);
}
