// The one-to-one mapping of a plane: column and row are the two components of the global id.

// ANCHOR: kernel
kernel void map_2d_one_to_one(global int *data, global uint2 *who,
                              uint w, uint h)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    if (gx < w && gy < h) {
        // ANCHOR: index
        uint i = gy * w + gx;
        // ANCHOR_END: index
        data[i] = 2 * data[i] + 1;
        who[i] = (uint2)(gx, gy);
    }
}
// ANCHOR_END: kernel
