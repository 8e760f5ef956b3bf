typedef unsigned char byte;
kernel void histogram(global const byte *values, global unsigned *counts, int n)
{
    local int bins[64];
    int lid = get_local_id(0), size = get_local_size(0);
    int bin = lid;
    while (bin < 64) {
        bins[bin] = 0;
        bin += size;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += (int)get_global_size(0))
        atomic_inc(bins + values[i] / 4);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (bin = lid; bin < 64; bin += size)
        atomic_add((volatile global int *)counts + bin, bins[bin]);
}
