// Mistake: the sums are made in float, which leaves integers out beyond 2^24.
// Verdict: wrong

#define COLUMNS 32 // of a work-group
#define MOST 256   // work-items of the largest work-group

kernel void column_sums(global const int *table, global int *sums, uint w, uint h)
{
    local int part[MOST];
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    uint column = get_group_id(0) * COLUMNS + lid % COLUMNS;

    float sum = 0;
    if (column < w) {
        for (uint row = lid / COLUMNS; row < h; row += size / COLUMNS)
            sum += table[row * w + column];
    }
    part[lid] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);

    // The first 32 work-items add what those below them have.
    if (lid < COLUMNS && column < w) {
        for (uint other = lid + COLUMNS; other < size; other += COLUMNS)
            sum += part[other];
        sums[column] = sum;
    }
}
