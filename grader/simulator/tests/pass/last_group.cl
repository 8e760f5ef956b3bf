// The last group to come adds what the others left: the counter releases and acquires.
// std: CL2.0
// global: 8
// local: 2
// buffer: x int 8 iota read
// buffer: parts int 4 zeros
// buffer: done int 1 zeros
// buffer: sum int 1 zeros
kernel void k(global const int *x, global int *parts, volatile global atomic_int *done, global int *sum)
{
    local int last;
    int part = work_group_reduce_add(x[get_global_id(0)]);
    if (get_local_id(0) == 0) {
        parts[get_group_id(0)] = part;
        last = atomic_fetch_add_explicit(done, 1, memory_order_acq_rel, memory_scope_device) == 3;
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (last && get_local_id(0) == 1) {
        int all = 0;
        for (int i = 0; i < 4; i++) all += parts[i];
        sum[0] = all;
    }
}
