// global: 4
// local: 4
// buffer: x int 4 values 3 0 2 0
kernel void skip_zeros(global int *x) {
    local int total;
    int lid = get_local_id(0);
    if (lid == 0) total = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int value = x[lid];
    if (value == 0)
        return;
    atomic_add(&total, value);
    barrier(CLK_LOCAL_MEM_FENCE); //~
    x[lid] = total;
}
