// The relaxed store releases by the fence before it, though another store releases in between.
// std: CL2.0
// global: 2
// local: 1
// buffer: data int 1 zeros
// buffer: other int 1 zeros
// buffer: ready int 1 zeros
// buffer: y int 2 zeros
kernel void k(global int *data, volatile global atomic_int *other, volatile global atomic_int *ready, global int *y)
{
    int group = get_group_id(0);
    if (group == 0) {
        data[0] = 42;
        atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_release, memory_scope_device);
        atomic_store_explicit(other, 1, memory_order_release, memory_scope_device);
        atomic_store_explicit(ready, 1, memory_order_relaxed, memory_scope_device);
    } else if (atomic_load_explicit(ready, memory_order_acquire, memory_scope_device)) {
        y[group] = data[0];
    }
}
