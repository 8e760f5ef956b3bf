// Mistake: each work-group adds each of its bins to counts by an atomic
// operation.
// Verdict: too-costly

#define BINS 64

kernel void last_group(global const uchar *values, global uint *rows, global atomic_uint *done,
                       global uint *counts, uint n)
{
    local atomic_uint bins[BINS];
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    for (uint bin = lid; bin < BINS; bin += size)
        atomic_init(&bins[bin], 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_fetch_add_explicit(&bins[values[i] / 4], 1, memory_order_relaxed,
                                  memory_scope_work_group);
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint bin = lid; bin < BINS; bin += size)
        atomic_add(&counts[bin], atomic_load_explicit(&bins[bin], memory_order_relaxed,
                                                      memory_scope_work_group));
}
