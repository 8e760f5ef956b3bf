// Mistake: every work-item counts all values.
// Verdict: wrong

#define BINS 64

kernel void histogram(global const uchar *values, global uint *counts, uint n)
{
    local uint bins[BINS];
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    for (uint bin = lid; bin < BINS; bin += size)
        bins[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint i = 0; i < n; ++i)
        atomic_inc(&bins[values[i] / 4]);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint bin = lid; bin < BINS; bin += size)
        atomic_add(&counts[bin], bins[bin]);
}
