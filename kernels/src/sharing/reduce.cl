// One sum for each work-group: a tree in local memory, whose work-items stay side by side.

// ANCHOR: kernel
kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);

    // Beyond the end a zero: it changes no sum, and every slot of the tile holds a value.
    tile[lid] = gid < n ? x[gid] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    // ANCHOR: tree
    // Before each step the sum is in the first 2 * half_size slots, after it in the first half of them.
    for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
        if (lid < half_size)
            tile[lid] += tile[lid + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    // ANCHOR_END: tree

    if (lid == 0)
        sums[get_group_id(0)] = tile[0];
}
// ANCHOR_END: kernel
