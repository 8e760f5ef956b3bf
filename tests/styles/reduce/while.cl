kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    const size_t lid = get_local_id(0);
    size_t width = get_local_size(0);
    local int *own = tile + lid;
    *own = 0;
    if (get_global_id(0) < n)
        *own = x[get_global_id(0)];
    while (width > 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        width >>= 1;
        if (lid < width)
            *own += own[width];
    }
    if (!lid)
        sums[get_group_id(0)] = *own;
}
