// Mistake: the stride is the number of elements instead of the number of work-
// items, so that only the first round hits the array.
// Verdict: wrong

kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    for (uint k = 0; k < per_item; ++k) {
        uint i = k * w + gid;
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
