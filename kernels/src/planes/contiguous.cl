// The contiguous one-to-many mapping of a plane: each work-item has a run of per_item neighbours in
// its row.

// ANCHOR: kernel
kernel void map_2d_contiguous(global int *data, global uint2 *who,
                              uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    for (uint k = 0; k < per_item; ++k) {
        // ANCHOR: index
        uint x = gx * per_item + k;
        // ANCHOR_END: index
        if (x < w && gy < h) {
            uint i = gy * w + x;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
// ANCHOR_END: kernel
