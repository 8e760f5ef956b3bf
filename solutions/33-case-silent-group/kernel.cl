// Everybody makes as many rounds as the longest way needs.

// ANCHOR: roots
#define MOST 64 // work-items of the largest work-group

kernel void find_roots(global const uint *links, global uint *roots, uint n)
{
    local uint next[MOST];
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    // Work-items behind the end hang on themselves.
    next[lid] = gid < n ? links[gid] : lid;
    barrier(CLK_LOCAL_MEM_FENCE);

    // ANCHOR: rounds
    for (uint reach = 1; reach < size; reach *= 2) {
        uint far = next[next[lid]];
        barrier(CLK_LOCAL_MEM_FENCE);
        next[lid] = far;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    // ANCHOR_END: rounds

    if (gid < n)
        roots[gid] = next[lid];
}
// ANCHOR_END: roots
