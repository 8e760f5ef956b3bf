// The locally spaced one-to-many mapping: each work-group has a stretch of its own, and in it a
// work-item's elements lie one work-group apart.

// ANCHOR: kernel
kernel void map_locally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint group_start = get_group_id(0) * per_item * get_local_size(0);
    for (uint k = 0; k < per_item; ++k) {
        // ANCHOR: index
        uint i = group_start + k * get_local_size(0) + get_local_id(0);
        // ANCHOR_END: index
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = get_global_id(0);
        }
    }
}
// ANCHOR_END: kernel
