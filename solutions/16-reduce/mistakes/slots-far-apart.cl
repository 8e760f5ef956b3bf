// Mistake: the work-items that add stand side by side, but their slots lie
// powers of two apart and meet in few banks.
// Verdict: too-costly

kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);

    tile[lid] = gid < n ? x[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint distance = 1; distance < get_local_size(0); distance *= 2) {
        uint slot = 2 * distance * lid;
        if (slot < get_local_size(0))
            tile[slot] += tile[slot + distance];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (lid == 0)
        sums[get_group_id(0)] = tile[0];
}
