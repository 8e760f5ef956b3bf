// Tries: keeps each sum in the output and skips the columns that are there already.
// Verdict: uninitialized-read

kernel void column_sums(global const int *table, global int *sums, uint w, uint h)
{
    uint lid = get_local_id(0);
    uint column = get_group_id(0) * 32 + lid;
    if (lid >= 32 || column >= w || sums[column] > 0)
        return;
    int sum = 0;
    for (uint row = 0; row < h; ++row)
        sum += table[row * w + column];
    sums[column] = sum;
}
