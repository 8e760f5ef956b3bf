// global: 8
// local: 8
// buffer: x int 8 iota read
// buffer: total int 1 uninit write
kernel void sum(global const int *x, global int *total)
{
    local int all;
    if (get_local_id(0) == 0)
        all = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&all, x[get_global_id(0)]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        total[0] = all;
}
