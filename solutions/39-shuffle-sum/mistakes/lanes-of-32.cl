// Mistake: the tree is that of the device, but the parts are those of sub-
// groups of 32.
// Verdict: wrong

kernel void shuffle_sum(global const int *x, global int *sums, local int *parts, uint n)
{
    uint lane = get_sub_group_local_id();
    uint size = get_sub_group_size();
    size_t gid = get_global_id(0);
    int sum = gid < n ? x[gid] : 0;

    for (uint distance = get_max_sub_group_size() / 2; distance > 0; distance /= 2) {
        int other = sub_group_shuffle_down(sum, distance);
        if (lane + distance < size)
            sum += other;
    }

    uint lid = get_local_id(0);
    if (lid % 32 == 0)
        parts[lid / 32] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        int total = 0;
        for (uint part = 0; part < (get_local_size(0) + 31) / 32; ++part)
            total += parts[part];
        sums[get_group_id(0)] = total;
    }
}
