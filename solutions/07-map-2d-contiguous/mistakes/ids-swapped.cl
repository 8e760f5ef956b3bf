// Mistake: dimension 0 is taken for the rows and dimension 1 for the columns.
// Verdict: work-item-query

kernel void map_2d_contiguous(global int *data, global uint2 *who,
                              uint w, uint h, uint per_item)
{
    uint gx = get_global_id(1);
    uint gy = get_global_id(0);
    for (uint k = 0; k < per_item; ++k) {
        uint x = gx * per_item + k;
        uint y = gy;
        if (x < w && y < h) {
            uint i = y * w + x;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
