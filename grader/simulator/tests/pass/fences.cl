// Relaxed operations between fences order as a release and an acquire do.
// std: CL2.0
// global: 4
// local: 1
// buffer: data int 4 zeros
// buffer: turn int 1 zeros
// buffer: seen int 4 zeros
kernel void k(global int *data, volatile global atomic_int *turn, global int *seen)
{
    int i = get_global_id(0);
    if (atomic_load_explicit(turn, memory_order_relaxed) == i) {
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acquire, memory_scope_device);
        seen[i] = i > 0 ? data[i - 1] : -1;
        data[i] = i * 10;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
        atomic_store_explicit(turn, i + 1, memory_order_relaxed);
    }
}
