// The rows of a column are added up in local memory by atomic operations.
kernel void column_sums(global const int *table, global int *sums, uint w, uint h)
{
    local int sum[32];
    const uint lid = get_local_id(0), lane = lid % 32;
    const uint column = 32 * get_group_id(0) + lane;
    if (lid < 32) sum[lid] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    int own = 0;
    if (column < w)
        for (uint row = lid / 32; row < h; row += get_local_size(0) / 32)
            own += table[row * w + column];
    atomic_add(&sum[lane], own);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < 32 && column < w)
        sums[column] = sum[lid];
}
