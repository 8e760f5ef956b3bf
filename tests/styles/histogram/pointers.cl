#define BINS 64u
kernel void histogram(global const uchar *values, volatile global uint *counts, uint n)
{
    local uint bins[BINS];
    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0))
        *(bins + b) = 0u;
    barrier(CLK_LOCAL_MEM_FENCE);
    global const uchar *p = values + get_global_id(0);
    global const uchar *end = values + n;
    for (; p < end; p += get_global_size(0))
        atomic_add(bins + (*p >> 2), 1u);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint b = get_local_id(0); b < BINS; b += get_local_size(0)) {
        uint own = bins[b];
        if (own)
            atomic_add(counts + b, own);
    }
}
