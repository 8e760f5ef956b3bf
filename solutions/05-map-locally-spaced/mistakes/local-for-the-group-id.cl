// Mistake: the stretch is chosen by the local id, not by the number of the work-group.
// Verdict: wrong

kernel void map_locally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    uint start = get_local_id(0) * get_local_size(0) * per_item;
    for (uint k = 0; k < per_item; ++k) {
        uint i = start + k * get_local_size(0) + get_local_id(0);
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
