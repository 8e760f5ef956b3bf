// global: 4
// local: 4
// buffer: x int 4 values 8 1 4 2
kernel void until_all_are_small(global int *x) {
    local int busy;
    int lid = get_local_id(0), value = x[lid];
    int go_on = 1;
    while (go_on) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid == 0) busy = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        value /= 2;
        if (value > 1) atomic_or(&busy, 1);
        barrier(CLK_LOCAL_MEM_FENCE);
        go_on = busy;
    }
    x[lid] = value;
}
