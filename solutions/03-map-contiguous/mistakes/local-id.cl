// Mistake: the local id is taken for the global one, so every work-group does the work of the
// first.
// Verdict: work-item-query

kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_local_id(0);
    for (uint k = 0; k < per_item; ++k) {
        uint i = gid * per_item + k;
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
