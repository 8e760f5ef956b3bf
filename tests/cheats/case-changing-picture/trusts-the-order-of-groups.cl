// Tries: uses one line of scratch memory for all work-groups, which run one after another here.
// Verdict: cross-group-race

kernel void wavelets(global const int *picture, global int *out, global int *scratch)
{
    uint lid = get_local_id(0);
    uint size = get_local_size(0);
    uint first = get_global_id(1) * get_global_size(0) + get_group_id(0) * size;
    global int *line = out + first;
    line[lid] = picture[first + lid];
    barrier(CLK_GLOBAL_MEM_FENCE);
    for (uint half_size = size / 2; half_size > 0; half_size /= 2) {
        if (lid < half_size) {
            int left = line[2 * lid];
            int right = line[2 * lid + 1];
            scratch[lid] = (left + right) >> 1;
            scratch[half_size + lid] = left - right;
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
        if (lid < 2 * half_size)
            line[lid] = scratch[lid];
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
