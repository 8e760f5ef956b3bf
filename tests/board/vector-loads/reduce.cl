// One work-item reads four elements at a time: fewer loads, the same bytes.
kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    uint lid = get_local_id(0), size = get_local_size(0), first = get_group_id(0) * size;
    int sum = 0;
    if (4 * lid < size) {
        uint at = first + 4 * lid;
        if (4 * lid + 3 < size && at + 3 < n) {
            int4 four = vload4(0, x + at);
            sum = four.x + four.y + four.z + four.w;
        } else {
            for (uint next = 4 * lid; next < min(4 * lid + 4, size) && first + next < n; next++)
                sum += x[first + next];
        }
    }
    tile[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint half_size = size / 2; half_size > 0; half_size /= 2) {
        if (lid < half_size)
            tile[lid] += tile[lid + half_size];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (lid == 0)
        sums[get_group_id(0)] = tile[0];
}
