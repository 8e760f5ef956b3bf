// Partners by exclusive or, then a second tree over the parts in the first sub-group.
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
int sum_of_sub_group(int value)
{
    uint lane = get_sub_group_local_id(), size = get_sub_group_size();
    for (uint mask = 1; mask < get_max_sub_group_size(); mask <<= 1) {
        uint partner = lane ^ mask;
        int other = sub_group_shuffle(value, min(partner, size - 1));
        value += partner < size && (lane & mask) == 0 ? other : 0;
    }
    return value;
}

kernel void shuffle_sum(global const int *x, global int *sums, local int *parts, uint n)
{
    uint gid = get_global_id(0);
    int value = 0;
    if (gid < n)
        value = x[gid];
    value = sum_of_sub_group(value);
    if (get_sub_group_local_id() == 0)
        parts[get_sub_group_id()] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_sub_group_id() == 0) {
        int total = 0;
        for (uint part = get_sub_group_local_id(); part < get_num_sub_groups(); part += get_sub_group_size())
            total += parts[part];
        total = sum_of_sub_group(total);
        if (get_sub_group_local_id() == 0)
            sums[get_group_id(0)] = total;
    }
}
