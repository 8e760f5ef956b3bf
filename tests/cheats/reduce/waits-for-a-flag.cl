// Tries: waits in a loop until the others have raised a flag.
// Verdict: missing-barrier

kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    local int ready;
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    if (lid == 0)
        ready = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[lid] = gid < n ? x[gid] : 0;
    atomic_inc(&ready);
    while (atomic_add(&ready, 0) < (int)get_local_size(0))
        ;
    if (lid == 0) {
        int sum = 0;
        for (uint i = 0; i < get_local_size(0); ++i)
            sum += tile[i];
        sums[get_group_id(0)] = sum;
    }
}
