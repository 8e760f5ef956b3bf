// Mistake: the step is the number of work-groups, where that of the work-items is due.
// Verdict: work-item-query

kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    for (uint k = 0; k < per_item; ++k) {
        uint i = k * get_num_groups(0) + gid;
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
