#define MOST 64
kernel void find_roots(global const uint *links, global uint *roots, uint n)
{
    local uint lines[2][MOST];
    uint gid = get_global_id(0), lid = get_local_id(0), now = 0;
    lines[0][lid] = gid < n ? links[gid] : lid;
    for (uint reach = 1; reach < get_local_size(0); reach <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        lines[1 - now][lid] = lines[now][lines[now][lid]];
        now = 1 - now;
    }
    if (gid < n)
        roots[gid] = lines[now][lid];
}
