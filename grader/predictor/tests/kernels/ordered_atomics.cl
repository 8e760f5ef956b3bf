// Atomic operations of C11 cost what those of 1.2 do; loads and stores are accesses.
// --std CL3.0
kernel void ordered_atomics(global const uchar *in, global atomic_int *bins, global atomic_int *flags)
{
    int at = get_global_id(1) * 1024 + get_global_id(0);
    atomic_fetch_add_explicit(&bins[in[at]], 1, memory_order_relaxed, memory_scope_device);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
    int seen = atomic_load_explicit(&flags[at], memory_order_relaxed, memory_scope_device);
    atomic_store_explicit(&flags[at], seen + 1, memory_order_relaxed, memory_scope_device);
}
