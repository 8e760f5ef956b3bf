// std: CL2.0
// global: 8
// local: 2
// buffer: parts int 8 zeros
// buffer: done int 1 zeros
// buffer: sum int 1 zeros
kernel void total(global int *parts, volatile global atomic_int *done, global int *sum) {
    local int last;
    parts[get_global_id(0)] = get_global_id(0) + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        last = atomic_fetch_add_explicit(done, 1, memory_order_acq_rel, memory_scope_device) == 3;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last && get_local_id(0) == 1) {
        int all = 0;
        for (int i = 0; i < 8; i++)
            all += parts[i]; //~
        sum[0] = all;
    }
}
