// Mistake: the number of rounds is kept in a byte, and 300 becomes 44.
// Verdict: wrong

#define MOST 64 // points of the longest outline

kernel void smooth_outlines(global const int2 *points, global int2 *smooth, uint count, uint rounds)
{
    local int2 ring[MOST];
    uint lid = get_local_id(0);
    uint at = get_group_id(0) * count + lid;
    // The first point follows on the last.
    uint before = (lid + count - 1) % count;
    uint behind = (lid + 1) % count;

    if (lid < count)
        ring[lid] = points[at];
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint round = 0; round < (uchar)rounds; ++round) {
        int2 moved = 0;
        if (lid < count)
            moved = (ring[before] + 2 * ring[lid] + ring[behind]) >> 2;
        // Nobody may write before all have read.
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < count)
            ring[lid] = moved;
        // And nobody may read before all have written.
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (lid < count)
        smooth[at] = ring[lid];
}
