// Tries: lets one work-item add, so that no step can go wrong.
// Verdict: too-costly

kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    if (get_local_id(0) != 0)
        return;
    int sum = 0;
    for (uint i = 0; i < get_local_size(0); ++i) {
        uint gid = get_global_id(0) + i;
        sum += gid < n ? x[gid] : 0;
    }
    sums[get_group_id(0)] = sum;
}
