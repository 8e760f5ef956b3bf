// Tries: gives each work-item the number in which it came, by an atomic counter in an element of
// its own.
// Verdict: wrong-work-item

kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    if (gid == 0)
        who[0] = 0;
    uint ticket = atomic_inc(&who[0]);
    for (uint k = 0; k < per_item; ++k) {
        uint i = k * get_global_size(0) + gid;
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = ticket;
        }
    }
}
