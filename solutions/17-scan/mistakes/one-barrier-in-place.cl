// Mistake: one row of slots, with a barrier between the read and the write but
// none before the next step.
// Verdict: missing-barrier

kernel void scan(global const int *x, global int *sums, global int *totals,
                 local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    tile[lid] = gid < n ? x[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < size; distance *= 2) {
        int before = lid >= distance ? tile[lid - distance] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[lid] += before;
    }

    if (gid < n)
        sums[gid] = tile[lid];
    if (lid == size - 1)
        totals[get_group_id(0)] = tile[lid];
}
