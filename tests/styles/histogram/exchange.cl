// Bins are cleared by an atomic operation, and counted by compare and exchange.
kernel void histogram(global const uchar *values, global uint *counts, uint n)
{
    local volatile uint bins[64];
    uint lid = get_local_id(0);
    for (uint b = lid; b < 64; b += get_local_size(0))
        atomic_xchg(&bins[b], 0u);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
        local volatile uint *bin = bins + (values[i] >> 2);
        uint old = 0, seen;
        while ((seen = atomic_cmpxchg(bin, old, old + 1)) != old)
            old = seen;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = lid; b < 64; b += get_local_size(0))
        atomic_add(counts + b, bins[b]);
}
