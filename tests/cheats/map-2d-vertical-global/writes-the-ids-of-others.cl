// Tries: does the elements of another mapping and writes the ids of the one that is asked for.
// Verdict: wrong-work-item
// On a device alone: passed

kernel void map_2d_vertical_global(global int *data, global uint2 *who,
                                   uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    for (uint k = 0; k < per_item; ++k) {
        uint y = gy * per_item + k;
        if (gx < w && y < h) {
            uint i = y * w + gx;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, y % get_global_size(1));
        }
    }
}
