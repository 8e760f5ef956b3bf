// Mistake: the tile is chosen by the local id, not by the number of the work-group.
// Verdict: wrong

kernel void map_2d_horizontal_local(global int *data, global uint2 *who,
                                    uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    uint left = get_local_id(0) * per_item * get_local_size(0);
    for (uint k = 0; k < per_item; ++k) {
        uint x = left + k * get_local_size(0) + get_local_id(0);
        if (x < w && gy < h) {
            uint i = gy * w + x;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
