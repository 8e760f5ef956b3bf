// std: CL2.0
// Functions of a work-group on every type that they take, and barriers with a scope.
kernel void all_of_them(global int *i, global long *l, global float *f, global double *d)
{
    size_t at = get_global_linear_id();
    int a = work_group_all(i[at] > 0) + work_group_any(i[at] < 0);
    i[at] = work_group_reduce_add(i[at]) + work_group_scan_exclusive_max(i[at]) + a;
    uint u = work_group_scan_inclusive_min((uint)i[at]);
    l[at] = work_group_reduce_min(l[at]) + work_group_broadcast(l[at], 0) + (long)u;
    f[at] = work_group_reduce_max(f[at]) * work_group_broadcast(f[at], get_local_size(0) - 1, (size_t)0);
    d[at] = work_group_scan_inclusive_add(d[at]) + get_enqueued_local_size(0) + get_local_linear_id();
    char c = 1;
    i[at] += work_group_reduce_add(c);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    work_group_barrier(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, memory_scope_device);
    barrier(CLK_LOCAL_MEM_FENCE);
}
