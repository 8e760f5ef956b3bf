// Mistake: the barriers are taken out of the loop, and nothing orders the rounds
// any more.
// Verdict: data-race

#define MOST 64 // work-items of the largest work-group

kernel void find_roots(global const uint *links, global uint *roots, uint n)
{
    local uint next[MOST];
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);

    // Work-items behind the end hang on themselves.
    next[lid] = gid < n ? links[gid] : lid;
    barrier(CLK_LOCAL_MEM_FENCE);

    // In each round look twice as far, until there is nothing further.
    while (next[lid] != next[next[lid]]) {
        uint far = next[next[lid]];
        next[lid] = far;
    }

    if (gid < n)
        roots[gid] = next[lid];
}
