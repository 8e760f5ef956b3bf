kernel void k(global const float *table, global float *x, int n)
{
    local float cache[32];
    int lid = get_local_id(0);
    int i = get_global_id(0);
    if (i >= n)
        return;
    for (int k = lid; k < 32; k += get_local_size(0))
        cache[k] = table[k];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = cache[i % 32];
}
