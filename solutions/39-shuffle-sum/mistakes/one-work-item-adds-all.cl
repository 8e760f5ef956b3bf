// Mistake: one work-item adds the elements of all others.
// Verdict: too-costly

kernel void shuffle_sum(global const int *x, global int *sums, local int *parts, uint n)
{
    uint lid = get_local_id(0);
    size_t gid = get_global_id(0);
    parts[lid] = gid < n ? x[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid == 0) {
        int total = 0;
        for (uint slot = 0; slot < get_local_size(0); ++slot)
            total += parts[slot];
        sums[get_group_id(0)] = total;
    }
}
