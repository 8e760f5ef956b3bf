kernel void scan(global const int *x, global int *sums, global int *totals, local int *tile, uint n)
{
    uint gid = get_global_id(0), lid = get_local_id(0), size = get_local_size(0);
    uint now = 0, then = size;
    tile[now + lid] = (gid < n) ? x[gid] : 0;
    for (uint d = 1; d < size; d <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[then + lid] = tile[now + lid] + (lid >= d ? tile[now + lid - d] : 0);
        now ^= size;
        then ^= size;
    }
    int sum = tile[now + lid];
    if (gid < n) sums[gid] = sum;
    if (lid + 1 == size) totals[get_group_id(0)] = sum;
}
