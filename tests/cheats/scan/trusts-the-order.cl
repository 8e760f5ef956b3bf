// Tries: takes the running sum of the work-item before, which has run already on a processor.
// Verdict: data-race

kernel void scan(global const int *x, global int *sums, global int *totals,
                 local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    int own = gid < n ? x[gid] : 0;
    tile[lid] = lid == 0 ? own : own + tile[lid - 1];
    if (gid < n)
        sums[gid] = tile[lid];
    if (lid == get_local_size(0) - 1)
        totals[get_group_id(0)] = tile[lid];
}
