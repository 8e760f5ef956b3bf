// One line of slots, and two barriers a step: what is read is kept in a register first.
kernel void scan(global const int *x, global int *sums, global int *totals, local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    int own = gid < n ? x[gid] : 0;
    tile[lid] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < size; distance *= 2) {
        int left = 0;
        if (lid >= distance)
            left = tile[lid - distance];
        barrier(CLK_LOCAL_MEM_FENCE);
        own += left;
        tile[lid] = own;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (gid < n)
        sums[gid] = own;
    if (lid == size - 1)
        totals[get_group_id(0)] = own;
}
