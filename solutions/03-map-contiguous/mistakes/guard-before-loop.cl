// Mistake: the guard looks at the first element of a work-item only; the run
// may end behind the array.
// Verdict: out-of-bounds

kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    uint first = gid * per_item;
    if (first < w) {
        for (uint k = 0; k < per_item; ++k) {
            uint i = first + k;
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
