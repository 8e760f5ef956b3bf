// Functions of sub-groups, which extensions bring to every version.
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#ifdef cl_khr_subgroup_shuffle
#pragma OPENCL EXTENSION cl_khr_subgroup_shuffle : enable
#endif
kernel void all_of_them(global int *i, global float4 *v, global uint4 *ballots, global uchar *bytes)
{
    uint lane = get_sub_group_local_id(), size = get_sub_group_size();
    size_t at = get_global_id(0);
    i[at] = sub_group_reduce_add(i[at]) + sub_group_scan_exclusive_max(i[at]) + sub_group_scan_inclusive_min(i[at]);
    i[at] += sub_group_all(lane < size) + sub_group_any(i[at]) + sub_group_broadcast(i[at], 0);
    v[at] = sub_group_broadcast(v[at], 1u) + sub_group_shuffle(v[at], lane ^ 1) + sub_group_shuffle_xor(v[at], 2);
    v[at] += intel_sub_group_shuffle(v[at], lane) + intel_sub_group_shuffle_down(v[at], v[at], 1)
        + intel_sub_group_shuffle_up(v[at], v[at], 1);
    bytes[at] = sub_group_shuffle_down(bytes[at], 1) + sub_group_shuffle_up(bytes[at], 1u);
    uint4 ballot = sub_group_ballot(i[at] & 1);
    ballots[at] = ballot & get_sub_group_lt_mask();
    i[at] += sub_group_ballot_bit_count(ballot) + sub_group_ballot_find_lsb(ballot) + sub_group_inverse_ballot(ballot)
        + sub_group_ballot_bit_extract(ballot, lane) + sub_group_ballot_inclusive_scan(ballot);
    i[at] += sub_group_non_uniform_reduce_xor(i[at]) + sub_group_non_uniform_scan_inclusive_logical_and(i[at])
        + sub_group_clustered_reduce_mul(i[at], 4) + sub_group_rotate(i[at], -1) + sub_group_clustered_rotate(i[at], 1, 4u);
    if (sub_group_elect()) i[at] += sub_group_broadcast_first(i[at]) + sub_group_non_uniform_all_equal(v[at].x);
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    i[at] += get_num_sub_groups() * get_sub_group_id() + get_max_sub_group_size();
}
