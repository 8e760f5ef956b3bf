// global: 8
// local: 8
// buffer: x int 8 values 3 0 2 0 5 0 0 1
kernel void count_busy(global int *x) {
    local int total;
    int lid = get_local_id(0);
    bool idle = x[lid] == 0;
    if (lid == 0) total = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (!idle) atomic_inc(&total);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (idle) return;
    x[lid] = total;
}
