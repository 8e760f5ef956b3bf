// Tries: writes while others read, and hopes that they have read.
// Verdict: data-race

#define MOST 64

kernel void smooth_outlines(global const int2 *points, global int2 *smooth, uint count, uint rounds)
{
    local int2 ring[MOST];
    uint lid = get_local_id(0);
    uint at = get_group_id(0) * count + lid;
    uint before = (lid + count - 1) % count;
    uint behind = (lid + 1) % count;
    if (lid < count)
        ring[lid] = points[at];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint round = 0; round < rounds; ++round) {
        if (lid < count)
            ring[lid] = (ring[before] + 2 * ring[lid] + ring[behind]) >> 2;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid < count)
        smooth[at] = ring[lid];
}
