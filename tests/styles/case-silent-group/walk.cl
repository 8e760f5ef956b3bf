// Each work-item walks its own way: no work-item waits for another.
kernel void find_roots(global const uint *links, global uint *roots, uint n)
{
    uint gid = get_global_id(0);
    if (gid >= n)
        return;
    global const uint *group = links + get_group_id(0) * get_local_size(0);
    uint at = get_local_id(0);
    while (group[at] != at)
        at = group[at];
    roots[gid] = at;
}
