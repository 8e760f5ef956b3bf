// PoCL 3.1: a loop with a divergent condition stands behind a barrier in a uniform branch.

kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    if (per_item > 0) {
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint i = gid * per_item; i < gid * per_item + per_item && i < w; i += 1) {
            data[i] = 2 * data[i] + 1;
            who[i] = gid;
        }
    }
}
