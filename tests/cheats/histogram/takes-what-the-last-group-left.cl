// Tries: clears its bins at the end for the work-group that comes next.
// Verdict: uninitialized-read
// On a device alone: passed

#define BINS 64

kernel void histogram(global const uchar *values, global uint *counts, uint n)
{
    local uint bins[BINS];
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&bins[values[i] / 4]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = lid; bin < BINS; bin += size) {
        atomic_add(&counts[bin], bins[bin]);
        bins[bin] = 0;
    }
}
