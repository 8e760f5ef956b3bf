// Adds up the columns of a table: a work-group has 32 of them side by side, and several work-items
// share the rows of each.

// ANCHOR: kernel
#define COLUMNS 32 // of a work-group
#define MOST 256   // work-items of the largest work-group

kernel void column_sums(global const int *table, global int *sums, uint w, uint h)
{
    local int part[MOST];
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    // ANCHOR: column
    // The 32 work-items of a warp have 32 neighbours in a row of the table.
    uint column = get_group_id(0) * COLUMNS + lid % COLUMNS;
    // ANCHOR_END: column

    int sum = 0;
    if (column < w) {
        for (uint row = lid / COLUMNS; row < h; row += size / COLUMNS)
            sum += table[row * w + column];
    }
    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (lid < COLUMNS && column < w) {
        for (uint other = lid + COLUMNS; other < size; other += COLUMNS)
            sum += part[other];
        sums[column] = sum;
    }
}
// ANCHOR_END: kernel
