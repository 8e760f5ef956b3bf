// Mistake: the work-items are numbered from the other end.
// Verdict: wrong-work-item

kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    for (uint k = 0; k < per_item; ++k) {
        uint i = k * get_global_size(0) + (get_global_size(0) - 1 - gid);
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
