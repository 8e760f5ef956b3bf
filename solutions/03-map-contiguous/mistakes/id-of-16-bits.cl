// Mistake: the work-item is kept in 16 bits, so that number 65536 takes itself for number 0.
// Verdict: integer-overflow-in-index

kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    ushort gid = get_global_id(0);
    for (uint k = 0; k < per_item; ++k) {
        uint i = gid * per_item + k;
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
