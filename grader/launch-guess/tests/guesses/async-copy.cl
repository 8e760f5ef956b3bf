kernel void reverse(global const int *in, global int *out, local int *tile)
{
    int n = get_local_size(0), l = get_local_id(0);
    event_t e = async_work_group_copy(tile, in + get_group_id(0) * n, n, 0);
    wait_group_events(1, &e);
    out[get_global_id(0)] = tile[n - 1 - l];
}
