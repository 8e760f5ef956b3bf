// std: CL2.0
// global: 4
// local: 1
// buffer: lock int 1 zeros
// buffer: count int 1 zeros
kernel void locked(volatile global atomic_flag *lock, global int *count) {
    while (atomic_flag_test_and_set_explicit(lock, memory_order_acquire, memory_scope_device)) {
    }
    count[0] = count[0] + 1;
    atomic_flag_clear_explicit(lock, memory_order_release, memory_scope_device);
}
