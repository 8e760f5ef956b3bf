// Mistake: the work-group meets in a tile, and one work-item adds all of it
// while the others wait.
// Verdict: too-costly

kernel void group_reduce(global const int *x, global int *sums, global int *largest, uint n)
{
    local int tile[256];
    size_t gid = get_global_id(0);
    uint lid = get_local_id(0);
    if (gid < n)
        tile[lid] = x[gid];
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid == 0) {
        int sum = 0;
        int most = INT_MIN;
        for (uint slot = 0; slot < get_local_size(0) && gid + slot < n; ++slot) {
            sum += tile[slot];
            most = max(most, tile[slot]);
        }
        sums[get_group_id(0)] = sum;
        largest[get_group_id(0)] = most;
    }
}
