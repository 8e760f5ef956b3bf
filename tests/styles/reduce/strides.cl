// The slots are walked with a shift, and work-item 0 reads the sum of the tile itself.
#define SUMS_OF_TWO(tile, at, far) ((tile)[(at)] + (tile)[(at) + (far)])

kernel void reduce(global const int *restrict x, global int *restrict sums, local int *restrict tile, const uint n)
{
    const uint at = get_local_id(0), size = get_local_size(0);
    const uint i = mad24((uint)get_group_id(0), size, at);
    tile[at] = (i >= n) ? 0 : x[i];
    for (uint far = size >> 1; far != 0u; far >>= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (at < far)
            tile[at] = SUMS_OF_TWO(tile, at, far);
    }
    if (at == 0)
        *(sums + get_group_id(0)) = *tile;
}
