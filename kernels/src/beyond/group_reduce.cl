// The sum and the largest element of each work-group, by the functions that a work-group calls together.

// ANCHOR: kernel
kernel void group_reduce(global const int *x, global int *sums, global int *largest, uint n)
{
    size_t gid = get_global_id(0);
    int value = gid < n ? x[gid] : 0;

    // ANCHOR: reduce
    // Every work-item calls both, one without an element too: it gives what changes nothing.
    int sum = work_group_reduce_add(value);
    int most = work_group_reduce_max(gid < n ? value : INT_MIN);
    // ANCHOR_END: reduce

    if (get_local_id(0) == 0) {
        sums[get_group_id(0)] = sum;
        largest[get_group_id(0)] = most;
    }
}
// ANCHOR_END: kernel
