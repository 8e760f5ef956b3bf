// Mistake: each work-item reads the whole column, so that it is read several
// times.
// Verdict: too-costly

#define COLUMNS 32 // of a work-group

kernel void column_sums(global const int *table, global int *sums, uint w, uint h)
{
    uint lid = get_local_id(0);
    uint column = get_group_id(0) * COLUMNS + lid % COLUMNS;
    if (column >= w)
        return;

    int sum = 0;
    for (uint row = 0; row < h; ++row)
        sum += table[row * w + column];
    if (lid < COLUMNS)
        sums[column] = sum;
}
