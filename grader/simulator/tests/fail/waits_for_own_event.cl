// global: 2
// local: 2
// buffer: in int 2 iota read
// buffer: out int 2 uninit
kernel void waits_for_own_event(global const int *in, global int *out) {
    local int tile[2];
    int l = get_local_id(0);
    event_t events[2];
    events[0] = async_work_group_copy(tile, in, 1, 0);
    events[1] = async_work_group_copy(tile + 1, in + 1, 1, 0);
    wait_group_events(1, &events[l]);
    out[l] = tile[0];
}
