// Mistake: the local id is recorded, which begins at 0 again in each work-
// group.
// Verdict: wrong

kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    for (uint k = 0; k < per_item; ++k) {
        uint i = gid * per_item + k;
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = get_local_id(0);
        }
    }
}
