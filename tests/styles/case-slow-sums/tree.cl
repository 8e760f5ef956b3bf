#define MOST 256
kernel void column_sums(global const int *table, global int *sums, uint w, uint h)
{
    local int part[MOST];
    const uint lid = get_local_id(0), rows = get_local_size(0) / 32;
    const uint lane = lid & 31, start = lid >> 5;
    const uint column = get_group_id(0) * 32 + lane;
    global const int *p = table + start * w + column;
    int sum = 0;
    for (uint row = start; row < h; row += rows, p += rows * w)
        if (column < w)
            sum += *p;
    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (start == 0 && column < w) {
        int total = 0;
        for (uint k = 0; k < rows; ++k)
            total += part[k * 32 + lane];
        sums[column] = total;
    }
}
