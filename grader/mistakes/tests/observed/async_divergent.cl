// global: 4
// local: 4
// buffer: in float 4 iota read
kernel void some(global const float *in) {
    local float tile[4];
    if (get_local_id(0) < 2) {
        event_t e = async_work_group_copy(tile, in, 4, 0);
        wait_group_events(1, &e);
    }
}
