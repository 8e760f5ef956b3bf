kernel void wavelets(global const int *picture, global int *out, global int *scratch)
{
    const size_t lid = get_local_id(0), size = get_local_size(0);
    const size_t first = get_global_id(1) * get_global_size(0) + get_group_id(0) * size;
    global int *line = out + first, *spare = scratch + first;
    line[lid] = picture[first + lid];
    for (size_t n = size >> 1; n; n >>= 1) {
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (lid < n) {
            int2 pair = vload2(lid, line);
            spare[lid] = (pair.x + pair.y) >> 1;
            spare[n + lid] = pair.x - pair.y;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (lid < n << 1)
            line[lid] = spare[lid];
    }
}
