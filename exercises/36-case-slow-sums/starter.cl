// Exercise 36: case-slow-sums
//
// sums[c] is the sum of column c of a table of h rows and w columns, which lies row by row. There is a
// work-group for each 32 columns (the last may have fewer). It has a multiple of 32 work-items, and
// those of a column share its rows:
//
//     with 64 work-items:   0..31 have the rows 0, 2, 4, ... of the 32 columns
//                          32..63 have the rows 1, 3, 5, ... of the same
//
// The scene: each sum is right, on every machine. But the wider the table, the slower the kernel gets
// for each of its elements, until it takes several times as long as a mere copy of the table, although
// it reads no more than that and hardly writes. A narrow and high table of as many elements is quick.
//
// Something is wrong in one place. Find out what the mistake is called, write its id into answers.toml,
// and mend the kernel. (Counted besides: the bytes that move.)
//
// Ranges: w from 0 to 4096; h from 0 to 1100; w * h at most 69632; work-groups of 32 to 256
// work-items (a multiple of 32).

#define COLUMNS 32 // of a work-group
#define MOST 256   // work-items of the largest work-group

kernel void column_sums(global const int *table, global int *sums, uint w, uint h)
{
    local int part[MOST];
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    // The columns are dealt out like cards, so that every work-group gets its share of the wide table.
    uint column = lid % COLUMNS * get_num_groups(0) + get_group_id(0);

    int sum = 0;
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
