// Mistake: the guard asks only whether the index is in the array, so that a
// run cut short by the end of its row goes on in the row below.
// Verdict: wrong-work-item

kernel void map_2d_contiguous(global int *data, global uint2 *who,
                              uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    for (uint k = 0; k < per_item; ++k) {
        uint x = gx * per_item + k;
        uint y = gy;
        uint i = y * w + x;
        if (i < w * h) {
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
