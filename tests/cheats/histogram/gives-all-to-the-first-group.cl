// Tries: lets the work-group whose ticket is first count for all, and trusts that it is number 0.
// Verdict: wrong

#define BINS 64

kernel void histogram(global const uchar *values, global uint *counts, uint n)
{
    local uint bins[BINS];
    local uint first;
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    for (uint bin = lid; bin < BINS; bin += size)
        bins[bin] = 0;
    if (lid == 0)
        first = atomic_add(&counts[0], 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&bins[values[i] / 4]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = lid; bin < BINS; bin += size)
        atomic_add(&counts[bin], bins[bin] + (bin == 0 && get_group_id(0) > 0 && first < 1 ? 1 : 0));
}
