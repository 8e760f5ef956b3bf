// Mistake: each work-item reads all elements before its own from global memory.
// Verdict: too-costly

kernel void scan(global const int *x, global int *sums, global int *totals,
                 local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    int sum = 0;
    for (uint other = gid - lid; other <= gid && other < n; ++other)
        sum += x[other];

    if (gid < n)
        sums[gid] = sum;
    if (lid == size - 1)
        totals[get_group_id(0)] = sum;
}
