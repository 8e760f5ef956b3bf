// Mistake: every work-item writes the results at its global id.
// Verdict: out-of-bounds

kernel void group_reduce(global const int *x, global int *sums, global int *largest, uint n)
{
    size_t gid = get_global_id(0);
    int value = gid < n ? x[gid] : 0;

    int sum = work_group_reduce_add(value);
    int most = work_group_reduce_max(gid < n ? value : INT_MIN);

    sums[gid] = sum;
    largest[gid] = most;
}
