// Mistake: this is another mapping: the elements of a work-item are
// neighbours.
// Verdict: wrong-work-item

kernel void map_locally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    for (uint k = 0; k < per_item; ++k) {
        uint i = gid * per_item + k;
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
