// Mistake: the work-items are counted through and the plane is taken for a
// line, so that runs go on in the next row.
// Verdict: wrong-work-item

kernel void map_2d_contiguous(global int *data, global uint2 *who,
                              uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    for (uint k = 0; k < per_item; ++k) {
        uint i = (gy * get_global_size(0) + gx) * per_item + k;
        if (i < w * h) {
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
