// Mistake: the tile is chosen by the local id, not by the number of the work-group.
// Verdict: wrong

kernel void map_2d_vertical_local(global int *data, global uint2 *who,
                                  uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    uint top = get_local_id(1) * per_item * get_local_size(1);
    for (uint k = 0; k < per_item; ++k) {
        uint y = top + k * get_local_size(1) + get_local_id(1);
        if (gx < w && y < h) {
            uint i = y * w + gx;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
