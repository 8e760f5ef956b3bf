// Mistake: each work-item adds up all slots before its own: as many steps as
// work-items.
// Verdict: too-costly

kernel void scan(global const int *x, global int *sums, global int *totals,
                 local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    tile[lid] = gid < n ? x[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int sum = 0;
    for (uint slot = 0; slot <= lid; ++slot)
        sum += tile[slot];

    if (gid < n)
        sums[gid] = sum;
    if (lid == size - 1)
        totals[get_group_id(0)] = sum;
}
