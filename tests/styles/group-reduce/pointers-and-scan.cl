// The last work-item of a running sum has all of it, and broadcasts.
kernel void group_reduce(const global int *x, global int *sums, global int *largest, unsigned int n)
{
    const uint gid = (uint)get_global_id(0), group = (uint)get_group_id(0);
    const bool inside = gid < n;
    int value = 0;
    if (inside)
        value = *(x + gid);
    int sum = work_group_broadcast(work_group_scan_inclusive_add(value), get_local_size(0) - 1);
    int most = -work_group_reduce_min(inside ? -value : INT_MAX);
    // The largest of nothing: -INT_MAX is one above INT_MIN.
    if (!work_group_any(inside))
        most = INT_MIN;
    if (get_local_linear_id() == get_local_size(0) - 1) {
        sums[group] = sum;
        largest[group] = most;
    }
}
