// All make rounds until no work-item has anything further to look at.
kernel void find_roots(global const uint *links, global uint *roots, uint n)
{
    local uint next[64];
    local int again;
    uint gid = get_global_id(0), lid = get_local_id(0);
    next[lid] = gid < n ? links[gid] : lid;
    int more;
    do {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lid == 0)
            again = 0;
        uint far = next[next[lid]];
        barrier(CLK_LOCAL_MEM_FENCE);
        if (far != next[lid]) {
            next[lid] = far;
            atomic_or(&again, 1);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        more = again;
    } while (more);
    if (gid < n)
        roots[gid] = next[lid];
}
