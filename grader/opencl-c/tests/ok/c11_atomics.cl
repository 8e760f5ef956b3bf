// std: CL2.0
// Atomic types and functions of 2.0.
global atomic_int counter = ATOMIC_VAR_INIT(3);
global atomic_flag taken = ATOMIC_FLAG_INIT;
typedef struct { atomic_uint head; uint size; } queue;
kernel void all_of_them(volatile global atomic_int *i, global atomic_ulong *u, global uint *plain, global queue *q)
{
    local atomic_int within;
    if (get_local_id(0) == 0) atomic_init(&within, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&within, 1, memory_order_relaxed, memory_scope_work_group);
    int old = atomic_fetch_add(i, 1) + atomic_load_explicit(i, memory_order_acquire);
    atomic_store_explicit(i, old, memory_order_release, memory_scope_device);
    old += atomic_exchange(i, 2) + atomic_fetch_max(&counter, 7) + atomic_load(&within);
    ulong expected = 4;
    while (!atomic_compare_exchange_weak_explicit(u, &expected, expected + 1, memory_order_acq_rel,
                                                  memory_order_relaxed, memory_scope_device)) {
    }
    bool done = atomic_compare_exchange_strong(u, &expected, 9UL);
    atomic_fetch_or((volatile global atomic_uint *)plain, 4u);
    atomic_fetch_xor_explicit((global atomic_uint *)plain + 1, 4u, memory_order_seq_cst);
    if (!atomic_flag_test_and_set(&taken)) atomic_flag_clear_explicit(&taken, memory_order_release);
    atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device);
    atomic_fetch_sub(&q->head, done);
    plain[0] = (uint)old;
}
