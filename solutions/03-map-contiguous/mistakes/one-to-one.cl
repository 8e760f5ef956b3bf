// Mistake: there is no loop, so only as many elements are done as there are
// work-items.
// Verdict: wrong-work-item

kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    if (gid < w) {
        data[gid] = 2 * data[gid] + 1;
        who[gid] = gid;
    }
}
