// Mistake: this is another mapping, and who is given the names that the right
// one would give.
// Verdict: wrong-work-item

kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    for (uint i = gid * per_item; i < (gid + 1) * per_item && i < w; ++i) {
        data[i] = 2 * data[i] + 1;
        who[i] = i % (uint)get_global_size(0);
    }
}
