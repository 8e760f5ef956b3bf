// Mistake: the step is the height of a work-group.
// Verdict: work-item-query

kernel void map_2d_vertical_global(global int *data, global uint2 *who,
                                   uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    for (uint k = 0; k < per_item; ++k) {
        uint x = gx;
        uint y = k * get_local_size(1) + gy;
        if (x < w && y < h) {
            uint i = y * w + x;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
