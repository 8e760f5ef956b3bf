// Mistake: the vote is cleared for the next round while others still read it.
// Verdict: missing-barrier

#define MOST 64 // work-items of the largest work-group

kernel void find_roots(global const uint *links, global uint *roots, uint n)
{
    local uint next[MOST];
    local uint going;
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);

    // Work-items behind the end hang on themselves.
    next[lid] = gid < n ? links[gid] : lid;
    barrier(CLK_LOCAL_MEM_FENCE);

    // Everybody goes on as long as anybody has further to look.
    for (;;) {
        if (lid == 0)
            going = 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        uint far = next[next[lid]];
        if (far != next[lid])
            atomic_or(&going, 1u);
        barrier(CLK_LOCAL_MEM_FENCE);
        next[lid] = far;
        barrier(CLK_LOCAL_MEM_FENCE);
        bool done = going == 0;
        if (done)
            break;
    }

    if (gid < n)
        roots[gid] = next[lid];
}
