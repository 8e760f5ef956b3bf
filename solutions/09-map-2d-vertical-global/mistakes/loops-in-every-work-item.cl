// Mistake: every work-item goes through all elements, as a program for one processor does.
// Verdict: whole-problem-loop

kernel void map_2d_vertical_global(global int *data, global uint2 *who,
                                   uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    for (uint y = 0; y < h; ++y) {
        for (uint x = 0; x < w; ++x) {
            uint i = y * w + x;
            data[y * w + x] = 2 * data[i] + 1;
            who[y * w + x] = (uint2)(gx, gy);
        }
    }
}
