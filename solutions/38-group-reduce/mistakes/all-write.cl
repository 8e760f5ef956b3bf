// Mistake: every work-item of a work-group writes the results.
// Verdict: too-costly

kernel void group_reduce(global const int *x, global int *sums, global int *largest, uint n)
{
    size_t gid = get_global_id(0);
    int value = gid < n ? x[gid] : 0;

    int sum = work_group_reduce_add(value);
    int most = work_group_reduce_max(gid < n ? value : INT_MIN);

    sums[get_group_id(0)] = sum;
    largest[get_group_id(0)] = most;
}
