// kernel: gather
// global: 16
// local: 8
// buffer: from int 64 iota read
// value: parts int 3
// buffer: sums int 16 zeros
// How many events there are to wait for is known at run time alone.
kernel void gather(global const int *from, int parts, global int *sums) {
    local int tiles[4][8];
    event_t events[4];
    size_t first = get_group_id(0) * 8;
    for (int part = 0; part < parts; ++part)
        events[part] = async_work_group_copy(tiles[part], from + part * 16 + first, 8, 0);
    wait_group_events(parts, events);
    int sum = 0;
    for (int part = 0; part < parts; ++part)
        sum += tiles[part][get_local_id(0)];
    sums[get_global_id(0)] = sum;
}
