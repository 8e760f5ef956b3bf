// Mistake: the local id is taken for the global one along the rows.
// Verdict: work-item-query

kernel void map_2d_horizontal_global(global int *data, global uint2 *who,
                                     uint w, uint h, uint per_item)
{
    uint gx = get_local_id(0);
    uint gy = get_global_id(1);
    for (uint k = 0; k < per_item; ++k) {
        uint x = k * get_global_size(0) + gx;
        if (x < w && gy < h) {
            uint i = gy * w + x;
            data[i] = 2 * data[i] + 1;
            who[i] = (uint2)(gx, gy);
        }
    }
}
