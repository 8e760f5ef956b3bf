// Mistake: the plane is taken to lie in memory column by column.
// Verdict: wrong-work-item

kernel void map_2d_contiguous(global int *data, global uint2 *who,
                              uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    for (uint k = 0; k < per_item; ++k) {
        uint x = gx * per_item + k;
        uint y = gy;
        if (x < w && y < h) {
            uint i = x * h + y;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
