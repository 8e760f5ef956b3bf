// std: CL2.0
// global: 4
// local: 1
// buffer: parts int 4 zeros
// buffer: done int 1 zeros
// buffer: sum int 1 zeros
kernel void total(global int *parts, volatile global atomic_int *done, global int *sum) {
    int group = get_group_id(0);
    parts[group] = group + 1;
    int before = atomic_fetch_add_explicit(done, 1, memory_order_acq_rel, memory_scope_work_group);
    if (before == 3) {
        int all = 0;
        for (int i = 0; i < 4; i++)
            all += parts[i]; //~
        sum[0] = all;
    }
}
