// Mistake: all make the same rounds, and in each a slot is overwritten while
// others read it.
// Verdict: missing-barrier

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
        next[lid] = far;
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    if (gid < n)
        roots[gid] = next[lid];
}
