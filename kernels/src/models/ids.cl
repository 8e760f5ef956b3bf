// Every work-item writes down who it is: its group, its place in the group, its place in the whole.
// ANCHOR: ids
kernel void ids(global uint4 *seen)
{
    size_t i = get_global_id(0);
    seen[i] = (uint4)((uint)get_global_id(0),
                      (uint)get_group_id(0),
                      (uint)get_local_id(0),
                      (uint)get_local_size(0));
}
// ANCHOR_END: ids
