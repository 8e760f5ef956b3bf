// global: 4
// local: 4
// buffer: x int 4 iota
kernel void through(global int *x)
{
    local int tile[4];
    event_t copied = async_work_group_copy(tile, x, 4 * sizeof(int), 0);
    wait_group_events(1, &copied);
    x[get_local_id(0)] = tile[3 - get_local_id(0)];
}
