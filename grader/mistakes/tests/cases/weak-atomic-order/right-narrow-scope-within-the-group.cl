// std: CL2.0
// global: 8
// local: 4
// buffer: y int 8 zeros
kernel void within(global int *y) {
    local atomic_int count;
    local int first;
    int i = get_local_id(0);
    if (i == 0) {
        first = 7;
        atomic_init(&count, 0);
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    atomic_fetch_add_explicit(&count, 1, memory_order_relaxed, memory_scope_work_group);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = first + atomic_load_explicit(&count, memory_order_relaxed, memory_scope_work_group);
}
