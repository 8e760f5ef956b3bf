// Mistake: the row is kept in 16 bits, so that row 65536 is taken for row 0.
// Verdict: integer-overflow-in-index

kernel void map_2d_contiguous(global int *data, global uint2 *who,
                              uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    ushort gy = get_global_id(1);
    for (uint k = 0; k < per_item; ++k) {
        uint x = gx * per_item + k;
        if (x < w && gy < h) {
            uint i = gy * w + x;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
