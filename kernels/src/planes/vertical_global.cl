// The vertical globally spaced mapping of a plane: a work-item stays in its column, and its rows
// lie as far apart as the NDRange is high.

// ANCHOR: kernel
kernel void map_2d_vertical_global(global int *data, global uint2 *who,
                                   uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    for (uint k = 0; k < per_item; ++k) {
        // ANCHOR: index
        uint y = k * get_global_size(1) + gy;
        // ANCHOR_END: index
        if (gx < w && y < h) {
            uint i = y * w + gx;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
// ANCHOR_END: kernel
