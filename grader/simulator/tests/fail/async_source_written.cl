// global: 8
// local: 4
// buffer: data int 8 iota
// buffer: out int 8 uninit
kernel void without_a_barrier(global int *data, global int *out) {
    local int tile[4];
    int l = get_local_id(0);
    int first = get_group_id(0) * 4;
    data[first + l] = l;
    event_t e = async_work_group_copy(tile, data + first, 4, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = tile[3 - l];
}
