// Mistake: the sum of the first sub-group is taken for that of the work-group.
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

    if (get_local_id(0) == 0)
        sums[get_group_id(0)] = sum;
}
