// Fences in place of an order of the addition, and every work-item looks for itself who was last.
kernel void last_group(global const uchar *values, global uint *rows, global atomic_uint *done,
                       global uint *counts, uint n)
{
    local atomic_uint bins[64];
    local uint before;
    uint lid = get_local_linear_id();
    for (uint b = lid; b < 64; b += get_local_size(0))
        atomic_store_explicit(&bins[b], 0, memory_order_relaxed, memory_scope_work_group);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_linear_id(); i < n; i += get_global_size(0))
        atomic_fetch_add_explicit(bins + values[i] / 4u, 1u, memory_order_relaxed, memory_scope_work_group);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = lid; b < 64; b += get_local_size(0))
        rows[get_group_id(0) * 64 + b] =
            atomic_load_explicit(bins + b, memory_order_relaxed, memory_scope_work_group);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    if (lid == 0) {
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
        before = atomic_fetch_add_explicit(done, 1, memory_order_relaxed, memory_scope_device);
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE, memory_scope_device);
    if (before + 1 != get_num_groups(0))
        return;
    for (uint b = lid; b < 64; b += get_local_size(0)) {
        uint sum = counts[b];
        for (uint g = 0; g < get_num_groups(0); ++g)
            sum += rows[g * 64 + b];
        counts[b] = sum;
    }
}
