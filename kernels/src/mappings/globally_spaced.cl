// The globally spaced one-to-many mapping: a work-item's elements lie one NDRange apart, so in each
// round all work-items together sweep over one unbroken stretch.

// ANCHOR: kernel
kernel void map_globally_spaced(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    for (uint k = 0; k < per_item; ++k) {
        // ANCHOR: index
        uint i = k * get_global_size(0) + gid;
        // ANCHOR_END: index
        if (i < w) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
// ANCHOR_END: kernel
