kernel void scan(global const int *x, global int *sums, global int *totals, local int *tile, uint n)
{
    const int lid = get_local_id(0), size = get_local_size(0), gid = get_global_id(0);
    local int *lines[2];
    lines[0] = tile;
    lines[1] = tile + size;
    int which = 0;
    lines[0][lid] = (uint)gid < n ? x[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int d = 1; d < size; d += d) {
        local int *from = lines[which], *to = lines[which ^ 1];
        to[lid] = lid < d ? from[lid] : from[lid] + from[lid - d];
        which ^= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if ((uint)gid < n) sums[gid] = lines[which][lid];
    if (lid == size - 1) totals[get_group_id(0)] = lines[which][lid];
}
