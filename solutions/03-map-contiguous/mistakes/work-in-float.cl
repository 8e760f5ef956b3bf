// Mistake: the work is done in float, which leaves integers out beyond 2^24.
// Verdict: wrong

kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    for (uint k = 0; k < per_item; ++k) {
        uint i = gid * per_item + k;
        if (i < w) {
            data[i] = (int)(2.0f * (float)data[i] + 1.0f);
            who[i] = gid;
        }
    }
}
