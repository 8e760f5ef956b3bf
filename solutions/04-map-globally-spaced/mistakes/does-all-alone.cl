// Mistake: work-item 0 does the work of all others, and names the work-items
// that should have done it.
// Verdict: wrong-work-item

kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    if (get_global_id(0) != 0)
        return;
    for (uint i = 0; i < w; ++i) {
        data[i] = 2 * data[i] + 1;
        who[i] = i % (uint)get_global_size(0);
    }
}
