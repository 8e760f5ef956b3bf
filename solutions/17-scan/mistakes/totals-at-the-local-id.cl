// Mistake: the total is written at the local id of the last work-item.
// Verdict: out-of-bounds

kernel void scan(global const int *x, global int *sums, global int *totals,
                 local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    local int *from = tile;
    local int *to = tile + size;
    from[lid] = gid < n ? x[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint distance = 1; distance < size; distance *= 2) {
        int before = lid >= distance ? from[lid - distance] : 0;
        to[lid] = before + from[lid];
        barrier(CLK_LOCAL_MEM_FENCE);
        local int *written = to;
        to = from;
        from = written;
    }

    if (gid < n)
        sums[gid] = from[lid];
    if (lid == size - 1)
        totals[get_local_id(0)] = from[lid];
}
