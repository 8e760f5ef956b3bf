// Mistake: the tree goes through local memory, as if there were no sub-groups.
// Verdict: too-costly

kernel void shuffle_sum(global const int *x, global int *sums, local int *parts, uint n)
{
    uint lid = get_local_id(0);
    size_t gid = get_global_id(0);
    parts[lid] = gid < n ? x[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint rest = get_local_size(0); rest > 1;) {
        uint half_size = (rest + 1) / 2;
        if (lid + half_size < rest)
            parts[lid] += parts[lid + half_size];
        rest = half_size;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (lid == 0)
        sums[get_group_id(0)] = parts[0];
}
