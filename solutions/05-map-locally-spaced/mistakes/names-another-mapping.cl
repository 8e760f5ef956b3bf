// Mistake: this is another mapping, and who is given the names that the right
// one would give.
// Verdict: wrong-work-item

kernel void map_locally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint size = get_local_size(0);
    for (uint k = 0; k < per_item; ++k) {
        uint i = k * get_global_size(0) + get_global_id(0);
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = i / (size * per_item) * size + i % size;
        }
    }
}
