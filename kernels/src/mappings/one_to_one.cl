// The one-to-one mapping: the element's index is the work-item's global id.

// ANCHOR: kernel
kernel void map_one_to_one(global int *data, global uint *who, uint w)
{
    uint gid = get_global_id(0);
    if (gid < w) {
        data[gid] = 2 * data[gid] + 1;
        who[gid] = gid;
    }
}
// ANCHOR_END: kernel
