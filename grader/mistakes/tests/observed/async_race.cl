// global: 4
// local: 4
// buffer: in int 8 iota read
// buffer: out int 4 uninit
kernel void overwrites(global const int *in, global int *out) {
    local int tile[4];
    int l = get_local_id(0);
    event_t e = async_work_group_copy(tile, in, 4, 0);
    wait_group_events(1, &e);
    int first = tile[3 - l];
    e = async_work_group_copy(tile, in + 4, 4, 0);
    wait_group_events(1, &e);
    out[l] = first + tile[l];
}
