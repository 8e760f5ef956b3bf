// Exercise 39: shuffle-sum
//
// Add up the elements of each work-group: sums[g] is the sum of the elements of work-group g, one
// element for each work-item. Beyond n there is nothing to add.
//
// OpenCL C 3.0 with the extension cl_khr_subgroup_shuffle_relative. A work-group consists of sub-groups.
// The work-items of a sub-group hand each other values from register to register:
//
//     int other = sub_group_shuffle_down(sum, distance);    the sum of lane + distance
//
// A tree of such steps leaves the sum of a sub-group in its lane 0. These sums meet in local memory: parts
// has a slot for each work-item, more than there are sub-groups.
//
// How many work-items a sub-group has depends on the device, so ask: get_max_sub_group_size() is the same
// in all sub-groups, get_sub_group_size() is that of one's own, and the last of a work-group may be smaller.
//
// Counted besides: local memory is read once for each sub-group, with two barriers at most.
//
// Ranges: n from 0 to 70000; elements of x from -2147368959 to 2147368959; work-groups of 1 to 256
// work-items; sub-groups of 8 to 64 work-items (a power of two; the last of a work-group may have
// fewer).

kernel void shuffle_sum(global const int *x, global int *sums, local int *parts, uint n)
{
    uint lane = get_sub_group_local_id();
    size_t gid = get_global_id(0);
    int sum = gid < n ? x[gid] : 0;

    // The tree of shuffles goes here.

    // The sums of the sub-groups go to parts.

    if (get_local_id(0) == 0)
        sums[get_group_id(0)] = sum;
}
