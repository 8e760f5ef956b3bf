// global: 8
// local: 4
// buffer: data int 8 iota
kernel void reverses_in_place(global int *data) {
    local int tile[4];
    int l = get_local_id(0);
    global int *own = data + get_group_id(0) * 4;
    event_t e = async_work_group_copy(tile, own, 4, 0);
    wait_group_events(1, &e);
    own[l] = tile[3 - l];
}
