// global: 4
// local: 4
// buffer: x int 4 iota
kernel void count_odd(global int *x) {
    local int odd;
    int lid = get_local_id(0);
    if (lid == 0)
        odd = 0;
    if (x[lid] & 1)
        atomic_inc(&odd); //~
    barrier(CLK_LOCAL_MEM_FENCE);
    x[lid] = odd;
}
