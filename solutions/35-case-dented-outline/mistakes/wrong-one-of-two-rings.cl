// Mistake: with two rings the result is taken from the other one, which is a
// round behind, or empty.
// Verdict: uninitialized-read

#define MOST 64 // points of the longest outline

kernel void smooth_outlines(global const int2 *points, global int2 *smooth, uint count, uint rounds)
{
    local int2 ring[2][MOST];
    uint lid = get_local_id(0);
    uint at = get_group_id(0) * count + lid;
    uint before = (lid + count - 1) % count;
    uint behind = (lid + 1) % count;

    if (lid < count)
        ring[0][lid] = points[at];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint round = 0; round < rounds; ++round) {
        uint old = round % 2;
        if (lid < count)
            ring[1 - old][lid] = (ring[old][before] + 2 * ring[old][lid] + ring[old][behind]) >> 2;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (lid < count)
        smooth[at] = ring[(rounds + 1) % 2][lid];
}
