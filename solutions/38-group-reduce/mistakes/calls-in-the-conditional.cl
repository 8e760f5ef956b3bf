// Mistake: only the work-items that have an element call the functions.
// Verdict: divergent-work-group-function

kernel void group_reduce(global const int *x, global int *sums, global int *largest, uint n)
{
    size_t gid = get_global_id(0);

    if (gid < n) {
        int value = x[gid];
        int sum = work_group_reduce_add(value);
        int most = work_group_reduce_max(value);
        if (get_local_id(0) == 0) {
            sums[get_group_id(0)] = sum;
            largest[get_group_id(0)] = most;
        }
    } else if (n == 0 && get_local_id(0) == 0) {
        sums[get_group_id(0)] = 0;
        largest[get_group_id(0)] = INT_MIN;
    }
}
