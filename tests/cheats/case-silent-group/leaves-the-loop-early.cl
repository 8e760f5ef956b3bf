// Tries: leaves the loop when its own way has ended, and lets the others meet the barrier without
// it.
// Verdict: barrier-in-divergent-loop

#define MOST 64

kernel void find_roots(global const uint *links, global uint *roots, uint n)
{
    local uint next[MOST];
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    next[lid] = gid < n ? links[gid] : lid;
    barrier(CLK_LOCAL_MEM_FENCE);
    while (next[lid] != next[next[lid]]) {
        uint far = next[next[lid]];
        barrier(CLK_LOCAL_MEM_FENCE);
        next[lid] = far;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (gid < n)
        roots[gid] = next[lid];
}
