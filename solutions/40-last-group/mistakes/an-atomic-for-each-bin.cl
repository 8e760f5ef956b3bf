// Mistake: each work-group adds each of its bins to counts by an atomic
// operation.
// Verdict: too-costly

#define BINS 64

kernel void last_group(global const uchar *values, global uint *rows, global atomic_uint *done,
                       global uint *counts, uint n)
{
    local uint bins[BINS];
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    for (uint bin = lid; bin < BINS; bin += size)
        bins[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&bins[values[i] / 4]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint bin = lid; bin < BINS; bin += size)
        atomic_add(&counts[bin], bins[bin]);
}
