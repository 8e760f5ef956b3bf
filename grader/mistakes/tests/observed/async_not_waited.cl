// global: 4
// local: 4
// buffer: in float 4 iota read
// buffer: out float 4 uninit
kernel void hasty(global const float *in, global float *out) {
    local float tile[4];
    int l = get_local_id(0);
    event_t e = async_work_group_copy(tile, in, 4, 0);
    out[l] = tile[l];
    wait_group_events(1, &e);
}
