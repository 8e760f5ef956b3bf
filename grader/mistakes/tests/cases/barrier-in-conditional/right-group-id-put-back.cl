// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
kernel void k(global int *o, int n)
{
    size_t i = get_group_id(0) * get_local_size(0) + get_local_id(0);
    if (i - get_local_id(0) < n)
        barrier(CLK_GLOBAL_MEM_FENCE);
    o[i] = n;
}
