// Mistake: samples are compared in float, which leaves integers out beyond 2^24.
// Verdict: wrong

#define MOST 96 // work-items of the largest work-group

kernel void mark_peaks(global const int *samples, global uint *marks, int limit, uint n)
{
    local uint words[MOST / 32];
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint count = get_local_size(0) / 32;

    if (lid < count)
        words[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (gid < n && (float)samples[gid] > (float)limit)
        atomic_or(&words[lid / 32], 1u << (lid % 32));
    barrier(CLK_LOCAL_MEM_FENCE);

    uint word = get_group_id(0) * count + lid;
    if (lid < count && word < (n + 31) / 32)
        marks[word] = words[lid];
}
