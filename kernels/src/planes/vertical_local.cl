// The vertical locally spaced mapping of a plane: each work-group has a tile per_item times as high
// as itself, and in it a work-item's rows lie one work-group apart.

// ANCHOR: kernel
kernel void map_2d_vertical_local(global int *data, global uint2 *who,
                                  uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    uint top = get_group_id(1) * per_item * get_local_size(1);
    for (uint k = 0; k < per_item; ++k) {
        // ANCHOR: index
        uint y = top + k * get_local_size(1) + get_local_id(1);
        // ANCHOR_END: index
        if (gx < w && y < h) {
            uint i = y * w + gx;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
// ANCHOR_END: kernel
