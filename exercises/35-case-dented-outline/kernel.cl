// Exercise 35: case-dented-outline
//
// Each work-group smooths a closed outline of count points, in rounds. In a round every point moves to
// a quarter of the point before it, a half of itself and a quarter of the point behind it, all of them
// as they were before the round; each coordinate is rounded down. The first point follows on the last.
// A work-group may have more work-items than the outline has points.
//
// The scene: after one round outlines are smooth. After many rounds some have dents, mostly in large
// work-groups, and mostly at the same few points. A closer look shows points that lag behind by a
// round. On another machine no dent was ever seen.
//
// Something is wrong in one place. Find out what the mistake is called, write its id into answers.toml,
// and mend the kernel.
//
// Ranges: count from 1 to 64; rounds from 0 to 300; work-groups of 1 to 64 work-items; 1 to 12
// work-groups.

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

    for (uint round = 0; round < rounds; ++round) {
        int2 moved = 0;
        if (lid < count)
            moved = (ring[before] + 2 * ring[lid] + ring[behind]) >> 2;
        // Nobody may write before all have read.
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid < count)
            ring[lid] = moved;
    }

    if (lid < count)
        smooth[at] = ring[lid];
}
