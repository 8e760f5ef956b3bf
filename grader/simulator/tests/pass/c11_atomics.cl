// std: CL2.0
// global: 8
// local: 4
// buffer: i int 4 values 10 20 30 40
// buffer: u ulong 1 values 5
// buffer: old int 8 zeros
// buffer: f float 1 values 1.5
kernel void k(volatile global atomic_int *i, global atomic_ulong *u, global int *old, volatile global atomic_float *f)
{
    local atomic_int within;
    int lane = get_local_id(0);
    if (lane == 0) atomic_init(&within, 100);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&within, 1, memory_order_relaxed, memory_scope_work_group);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add(i, 1);
    atomic_fetch_max(i + 1, (int)get_global_id(0) + 15);
    atomic_fetch_or_explicit(i + 2, 1, memory_order_acq_rel, memory_scope_device);
    ulong expected = 0;
    while (!atomic_compare_exchange_weak(u, &expected, expected + 2)) {
    }
    atomic_fetch_add(f, 0.25f);
    old[get_global_id(0)] = atomic_load(&within) * 10 + (atomic_exchange(i + 3, 7) == 7);
}
