// Tries: takes the place of a work-item from the order in which atomic operations come.
// Verdict: wrong
// Seen: elsewhere

kernel void scan(global const int *x, global int *sums, global int *totals,
                 local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    local int sum;
    if (lid == 0)
        sum = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int own = gid < n ? x[gid] : 0;
    tile[lid] = own + atomic_add(&sum, own);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (gid < n)
        sums[gid] = tile[lid];
    if (lid == size - 1)
        totals[get_group_id(0)] = tile[lid];
}
