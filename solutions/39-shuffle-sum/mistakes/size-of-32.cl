// Mistake: a sub-group is taken to have 32 work-items on every device.
// Verdict: value-of-absent-work-item

kernel void shuffle_sum(global const int *x, global int *sums, local int *parts, uint n)
{
    uint lid = get_local_id(0);
    uint lane = lid % 32;
    size_t gid = get_global_id(0);
    int sum = gid < n ? x[gid] : 0;

    for (uint distance = 16; distance > 0; distance /= 2)
        sum += sub_group_shuffle_down(sum, distance);

    if (lane == 0)
        parts[lid / 32] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        int total = 0;
        for (uint part = 0; part < (get_local_size(0) + 31) / 32; ++part)
            total += parts[part];
        sums[get_group_id(0)] = total;
    }
}
