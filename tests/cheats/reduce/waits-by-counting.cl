// Tries: counts to ten thousand where a barrier should stand.
// Verdict: missing-barrier

kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    tile[lid] = gid < n ? x[gid] : 0;
    for (volatile int wait = 0; wait < 100; ++wait)
        ;
    if (lid == 0) {
        int sum = 0;
        for (uint i = 0; i < get_local_size(0); ++i)
            sum += tile[i];
        sums[get_group_id(0)] = sum;
    }
}
