// Exercise 32: case-missing-mark
//
// The kernel marks the samples that lie above a limit: bit b of marks[k] belongs to sample 32 * k + b
// and is 1 where that sample is a peak. Bits behind the last sample are 0. Each sample has a
// work-item, and a work-group has 32 of them or a small multiple of 32.
//
// The scene: recordings with few peaks are marked as they should be. Where peaks stand close together
// a mark may be missing, and not the same one on each machine. A second run on the same samples is
// right as often as not, and nobody has seen a mark too many.
//
// Something is wrong in one place. Find out what the mistake is called, write its id into answers.toml,
// and mend the kernel.
//
// Ranges: n from 0 to 70000; limit from -1500000000 to 1500000000; elements of samples any int;
// work-groups of 32 to 96 work-items (a multiple of 32).

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

    // Each sample has a bit of its own.
    if (gid < n && samples[gid] > limit)
        words[lid / 32] |= 1u << (lid % 32);
    barrier(CLK_LOCAL_MEM_FENCE);

    uint word = get_group_id(0) * count + lid;
    if (lid < count && word < (n + 31) / 32)
        marks[word] = words[lid];
}
