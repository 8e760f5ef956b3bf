// Mistake: work-items without an element leave before the functions.
// Verdict: divergent-work-group-function

kernel void group_reduce(global const int *x, global int *sums, global int *largest, uint n)
{
    size_t gid = get_global_id(0);
    if (n == 0) {
        sums[get_group_id(0)] = 0;
        largest[get_group_id(0)] = INT_MIN;
    }
    if (gid >= n)
        return;

    int sum = work_group_reduce_add(x[gid]);
    int most = work_group_reduce_max(x[gid]);

    if (get_local_id(0) == 0) {
        sums[get_group_id(0)] = sum;
        largest[get_group_id(0)] = most;
    }
}
