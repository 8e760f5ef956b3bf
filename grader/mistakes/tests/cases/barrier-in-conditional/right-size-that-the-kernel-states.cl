// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void k(global int *o, int n)
{
    size_t i = get_global_id(0);
    if (get_global_id(1) < n)
        barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(1) < n)
        barrier(CLK_GLOBAL_MEM_FENCE);
    if (i / 64 < n)
        barrier(CLK_GLOBAL_MEM_FENCE);
    if ((i >> 6) == 1)
        barrier(CLK_GLOBAL_MEM_FENCE);
    if ((i & ~63) == 64)
        barrier(CLK_GLOBAL_MEM_FENCE);
    if (i / 128 == 1)
        barrier(CLK_GLOBAL_MEM_FENCE);
    if (get_local_id(0) < 64)
        barrier(CLK_GLOBAL_MEM_FENCE);
    o[i] = n;
}
