// The function for it, in place of the tree.
kernel void shuffle_sum(global const int *x, global int *sums, local int *parts, uint n)
{
    size_t gid = get_global_id(0);
    int sum = sub_group_reduce_add(gid < n ? x[gid] : 0);
    if (get_sub_group_local_id() == 0)
        parts[get_sub_group_id()] = sum;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_linear_id() == 0) {
        for (uint part = 1; part < get_num_sub_groups(); part++)
            sum += parts[part];
        sums[get_group_id(0)] = sum;
    }
}
