// Every work-item writes down who it is, as far as there is an element for it.
kernel void groups(global uint *group, global uint *item, uint n)
{
    uint i = get_global_id(0);
    if (i < n) {
        group[i] = get_group_id(0);
        item[i] = get_local_id(0);
    }
}
