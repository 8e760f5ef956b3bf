// global: 4
// local: 2
// buffer: data int 4 iota
kernel void all_copy_the_first(global int *data) {
    local int tile[2];
    event_t e = async_work_group_copy(tile, data, 2, 0);
    wait_group_events(1, &e);
    data[get_global_id(0)] = tile[get_local_id(0)] + 1;
}
