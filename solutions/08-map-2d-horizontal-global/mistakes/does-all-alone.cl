// Mistake: work-item 0 does the work of all others, and names the work-items
// that should have done it.
// Verdict: wrong-work-item

kernel void map_2d_horizontal_global(global int *data, global uint2 *who,
                                     uint w, uint h, uint per_item)
{
    if (get_global_id(0) != 0 || get_global_id(1) != 0)
        return;
    for (uint y = 0; y < h; ++y) {
        for (uint x = 0; x < w; ++x) {
            data[y * w + x] = 2 * data[y * w + x] + 1;
            who[y * w + x] = (uint2)(x % (uint)get_global_size(0), y);
        }
    }
}
