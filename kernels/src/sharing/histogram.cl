// How often values of each kind come: every work-group counts in local memory, and adds to the counts
// of all once.

// ANCHOR: kernel
#define BINS 64

kernel void histogram(global const uchar *values, global uint *counts, uint n)
{
    local uint bins[BINS];
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    // ANCHOR: clear
    // A work-group may have fewer work-items than there are bins, or more.
    for (uint bin = lid; bin < BINS; bin += size)
        bins[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    // ANCHOR_END: clear

    // ANCHOR: count
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&bins[values[i] / 4]);
    barrier(CLK_LOCAL_MEM_FENCE);
    // ANCHOR_END: count

    // ANCHOR: merge
    for (uint bin = lid; bin < BINS; bin += size)
        atomic_add(&counts[bin], bins[bin]);
    // ANCHOR_END: merge
}
// ANCHOR_END: kernel
