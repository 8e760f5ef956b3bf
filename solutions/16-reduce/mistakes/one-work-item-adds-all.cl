// Mistake: one work-item adds all slots while the others wait for it.
// Verdict: too-costly

kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);

    tile[lid] = gid < n ? x[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid == 0) {
        for (uint slot = 1; slot < get_local_size(0); ++slot)
            tile[0] += tile[slot];
    }

    if (lid == 0)
        sums[get_group_id(0)] = tile[0];
}
