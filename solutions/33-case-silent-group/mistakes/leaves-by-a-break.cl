// Mistake: the rounds are counted, and a work-item that is done leaves them all
// the same.
// Verdict: barrier-in-divergent-loop

#define MOST 64 // work-items of the largest work-group

kernel void find_roots(global const uint *links, global uint *roots, uint n)
{
    local uint next[MOST];
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);

    // Work-items behind the end hang on themselves.
    next[lid] = gid < n ? links[gid] : lid;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint reach = 1; reach < get_local_size(0); reach *= 2) {
        uint far = next[next[lid]];
        if (far == next[lid])
            break;
        barrier(CLK_LOCAL_MEM_FENCE);
        next[lid] = far;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (gid < n)
        roots[gid] = next[lid];
}
