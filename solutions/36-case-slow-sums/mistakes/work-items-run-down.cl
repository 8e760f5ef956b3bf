// Mistake: the columns lie side by side, and now the work-items of a warp have
// the rows of a few of them.
// Verdict: too-costly

#define COLUMNS 32 // of a work-group
#define MOST 256   // work-items of the largest work-group

kernel void column_sums(global const int *table, global int *sums, uint w, uint h)
{
    local int part[MOST];
    uint lid = get_local_id(0);
    uint helpers = get_local_size(0) / COLUMNS;
    uint column = get_group_id(0) * COLUMNS + lid / helpers;

    int sum = 0;
    if (column < w) {
        for (uint row = lid % helpers; row < h; row += helpers)
            sum += table[row * w + column];
    }
    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid % helpers == 0 && column < w) {
        for (uint other = 1; other < helpers; ++other)
            sum += part[lid + other];
        sums[column] = sum;
    }
}
