// global: 128
// local: 64
// buffer: o int 256 iota
// value: n int 64
size_t first_of_group(size_t i)
{
    return i - get_local_id(0);
}

kernel void k(global int *o, int n)
{
    size_t i = get_global_id(0);
    for (size_t k = first_of_group(i); k < first_of_group(i) + 8; k++)
        barrier(CLK_GLOBAL_MEM_FENCE);
    for (int k = i / get_local_size(0) * get_local_size(0); k < n; k += 16)
        barrier(CLK_GLOBAL_MEM_FENCE);
    for (int k = i - i % get_local_size(0); k < n; k += 16)
        barrier(CLK_GLOBAL_MEM_FENCE);
    o[i] = n;
}
