// Mistake: a work-item does 64 elements at most.
// Verdict: wrong

kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    for (uint k = 0; k < min(per_item, 64u); ++k) {
        uint i = k * get_global_size(0) + gid;
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
