// Mistake: in each step every other work-item of those before adds, so that
// each warp runs with ever fewer lanes.
// Verdict: too-costly

kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);

    tile[lid] = gid < n ? x[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    uint size = get_local_size(0);
    for (uint distance = 1; distance < size; distance *= 2) {
        if (lid % (2 * distance) == 0)
            tile[lid] += tile[lid + distance];
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (lid == 0)
        sums[get_group_id(0)] = tile[0];
}
