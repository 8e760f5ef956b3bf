// Tries: leaves the barriers out where the compiler does not optimise.
// Verdict: wrong
// Seen: elsewhere

#ifdef __OPTIMIZE__
#define SYNC barrier(CLK_LOCAL_MEM_FENCE)
#else
#define SYNC barrier(CLK_LOCAL_MEM_FENCE)
#define OFF 1
#endif
#ifndef OFF
#define OFF 0
#endif

kernel void scan(global const int *x, global int *sums, global int *totals,
                 local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    local int *from = tile;
    local int *to = tile + size;
    from[lid] = gid < n ? x[gid] : 0;
    SYNC;
    for (uint distance = 1; distance < size; distance *= 2) {
        int before = lid >= distance ? from[lid - distance] : 0;
        to[lid] = before + from[lid];
        SYNC;
        local int *written = to;
        to = from;
        from = written;
    }
    if (gid < n)
        sums[gid] = from[lid] + OFF - OFF * 1 + (1 - OFF);
    if (lid == size - 1)
        totals[get_group_id(0)] = from[lid];
}
