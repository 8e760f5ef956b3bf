kernel void wavelets(global const int *picture, global int *out, global int *scratch)
{
    uint lid = get_local_id(0), size = get_local_size(0);
    uint first = get_global_id(1) * get_global_size(0) + get_group_id(0) * size;
    (void)scratch;
    global int *line = out + first;
    line[lid] = picture[first + lid];
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (uint half_size = size / 2; half_size > 0; half_size /= 2) {
        int mean = 0, difference = 0;
        if (lid < half_size) {
            int l = line[2 * lid], r = line[2 * lid + 1];
            mean = hadd(l, r);
            difference = l - r;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (lid < half_size) {
            line[lid] = mean;
            line[half_size + lid] = difference;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
