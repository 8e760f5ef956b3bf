// Mistake: this is another mapping, and who is given the names that the right
// one would give.
// Verdict: wrong-work-item

kernel void map_2d_horizontal_global(global int *data, global uint2 *who,
                                     uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint y = get_global_id(1);
    for (uint k = 0; k < per_item; ++k) {
        uint x = gx * per_item + k;
        if (x < w && y < h) {
            uint i = y * w + x;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(x % (uint)get_global_size(0), y);
        }
    }
}
