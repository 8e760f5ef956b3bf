// Mistake: the row is chosen by the number of the work-group.
// Verdict: work-item-query

kernel void map_2d_contiguous(global int *data, global uint2 *who,
                              uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_group_id(1);
    for (uint k = 0; k < per_item; ++k) {
        uint x = gx * per_item + k;
        if (x < w && gy < h) {
            uint i = gy * w + x;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
