// kernel: shuffle
// global: 8
// local: 8
// buffer: from int 16 iota read
// buffer: to int 16 zeros
// The copy out may read the tile before the copy in has filled it: an event given to a copy does not
// make it wait. The second copy out writes where the first still does.
kernel void shuffle(global const int *from, global int *to) {
    local int tile[16];
    event_t event = async_work_group_copy(tile, from, 16, 0);
    event = async_work_group_copy(to, tile, 8, event);
    event = async_work_group_copy(to + 4, tile + 4, 8, event);
    wait_group_events(1, &event);
}
