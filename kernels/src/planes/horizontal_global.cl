// The horizontal globally spaced mapping of a plane: a work-item stays in its row, and its columns
// lie as far apart as the NDRange is wide.

// ANCHOR: kernel
kernel void map_2d_horizontal_global(global int *data, global uint2 *who,
                                     uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    for (uint k = 0; k < per_item; ++k) {
        // ANCHOR: index
        uint x = k * get_global_size(0) + gx;
        // ANCHOR_END: index
        if (x < w && gy < h) {
            uint i = gy * w + x;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
// ANCHOR_END: kernel
