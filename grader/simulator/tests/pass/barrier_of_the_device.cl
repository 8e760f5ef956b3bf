// A barrier with the scope of the device orders what its group wrote before a relaxed flag; a fence of 1.x orders
// within the group.
// std: CL2.0
// global: 8
// local: 4
// buffer: data int 4 zeros
// buffer: ready int 1 zeros
// buffer: y int 8 zeros
kernel void k(global int *data, volatile global atomic_int *ready, global int *y)
{
    local atomic_int turn;
    local int told;
    int i = get_local_id(0);
    if (i == 0) atomic_init(&turn, 0);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (i == 1) {
        told = 7;
        mem_fence(CLK_LOCAL_MEM_FENCE);
        atomic_store_explicit(&turn, 1, memory_order_relaxed, memory_scope_work_group);
    } else if (i == 2 && atomic_load_explicit(&turn, memory_order_relaxed, memory_scope_work_group) == 1) {
        read_mem_fence(CLK_LOCAL_MEM_FENCE);
        y[get_global_id(0)] = told;
    }
    if (get_group_id(0) == 0) {
        data[i] = i + 1;
        work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device);
        if (i == 0) atomic_store_explicit(ready, 1, memory_order_relaxed, memory_scope_device);
    } else if (atomic_load_explicit(ready, memory_order_acquire, memory_scope_device) == 1) {
        y[get_global_id(0)] += data[3 - i];
    }
}
