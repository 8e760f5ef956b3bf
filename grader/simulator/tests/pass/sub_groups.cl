// Two sub-groups of 8 and one of 4.
// global: 20
// local: 20
// sub-group-size: 8
// buffer: x int 20 iota read
// buffer: ids uint 20 zeros
// buffer: sums int 20 zeros
// buffer: shuffles int 20 zeros
// buffer: ballots uint 20 zeros
kernel void k(global const int *x, global uint *ids, global int *sums, global int *shuffles, global uint *ballots)
{
    size_t i = get_global_id(0);
    uint lane = get_sub_group_local_id();
    ids[i] = get_sub_group_id() * 1000 + lane * 100 + get_sub_group_size() * 10 + get_num_sub_groups();
    sums[i] = sub_group_reduce_add(x[i]) * 100 + sub_group_scan_exclusive_add(1);
    int low = sub_group_shuffle_xor(x[i], 1);
    int next = sub_group_rotate(x[i], 1);
    shuffles[i] = low * 100 + (get_sub_group_size() == 8 ? next : 0);
    uint4 odd = sub_group_ballot(x[i] & 1);
    ballots[i] = odd.x * 100 + sub_group_ballot_exclusive_scan(odd) * 10 + sub_group_ballot_find_msb(odd);
}
