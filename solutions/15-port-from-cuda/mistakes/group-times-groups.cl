// Mistake: blockDim in the index has become the number of work-groups.
// Verdict: work-item-query

#define MOST 64 // work-items of the largest work-group

int value_at(global const int *x, int i, int n)
{
    return i >= 0 && i < n ? x[i] : 0;
}

kernel void mix_neighbours(global const int *x, global int *mixed, int n)
{
    local int tile[MOST + 2];
    int i = get_group_id(0) * get_num_groups(0) + get_local_id(0);
    int lid = get_local_id(0);

    tile[lid + 1] = value_at(x, i, n);
    if (lid == 0)
        tile[0] = value_at(x, i - 1, n);
    if (lid == get_local_size(0) - 1)
        tile[lid + 2] = value_at(x, i + 1, n);
    barrier(CLK_LOCAL_MEM_FENCE);

    if (i < n)
        mixed[i] = tile[lid] + 2 * tile[lid + 1] + 4 * tile[lid + 2];
}
