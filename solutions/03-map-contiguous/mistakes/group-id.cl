// Mistake: the number of the work-group is taken for the global id.
// Verdict: work-item-query

kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_group_id(0);
    for (uint k = 0; k < per_item; ++k) {
        uint i = gid * per_item + k;
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
