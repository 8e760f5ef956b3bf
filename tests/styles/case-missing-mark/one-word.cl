#define MOST 96
kernel void mark_peaks(global const int *samples, global uint *marks, int limit, uint n)
{
    volatile local uint words[MOST / 32];
    uint gid = get_global_id(0), lid = get_local_id(0), count = get_local_size(0) >> 5;
    if (lid < count) atomic_xchg(&words[lid], 0u);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint bit = (gid < n && samples[gid] > limit) ? 1u << (lid & 31u) : 0u;
    atomic_add(words + (lid >> 5), bit);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint word = get_group_id(0) * count + lid;
    if (lid < count && word * 32 < n)
        marks[word] = words[lid];
}
