// PoCL 3.1: the bound of a loop with a barrier in it is get_local_size(0) itself.

kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    tile[lid] = gid < n ? x[gid] : 0;
    for (uint done = 1; done < get_local_size(0); done *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint half_size = get_local_size(0) / (2 * done);
        if (lid < half_size)
            tile[lid] += tile[lid + half_size];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0)
        sums[get_group_id(0)] = tile[0];
}
