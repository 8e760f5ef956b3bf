// Tries: keeps a note behind the end of a buffer for the work-item that comes next.
// Verdict: out-of-bounds

kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    for (uint k = 0; k < per_item; ++k) {
        uint i = gid * per_item + k;
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
    if (gid * per_item >= w)
        who[w] = gid;
}
