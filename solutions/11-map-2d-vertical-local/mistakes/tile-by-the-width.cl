// Mistake: the height of a tile is reckoned from the width of the work-group.
// Verdict: work-item-query

kernel void map_2d_vertical_local(global int *data, global uint2 *who,
                                  uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    uint top = get_group_id(1) * per_item * get_local_size(0);
    for (uint k = 0; k < per_item; ++k) {
        uint x = gx;
        uint y = top + k * get_local_size(1) + get_local_id(1);
        if (x < w && y < h) {
            uint i = y * w + x;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
