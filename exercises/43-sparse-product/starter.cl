// Exercise 43: sparse-product
//
// A square matrix of which most elements are zero, times a vector. Only the others are kept, row by row:
// those of row r are values[k] in column columns[k], for k from starts[r] to starts[r + 1] - 1.
//
//     0 7 0      starts    0 1 1 3
//     0 0 0      columns   1 0 2
//     2 0 5      values    7 2 5           y = 7 x[1], 0, 2 x[0] + 5 x[2]
//
// A work-item for each row would be right. But neighbours would read elements a whole row apart, and wait for
// the one with the longest row. Let a sub-group do a row: its lanes read elements side by side, each adds up
// its share, and sub_group_reduce_add(sum) gives all of them the sum.
//
// OpenCL C 3.0 with sub-groups, of whatever size. There are 1 to 8 work-groups, however many rows there are.
//
// Counted besides: of the bytes that move, at least 60 in a hundred are asked for.
//
// Ranges: rows from 0 to 1200; work-groups of 1 to 256 work-items; 1 to 8 work-groups; sub-groups
// of 8 to 64 work-items (a power of two; the last of a work-group may have fewer).

kernel void sparse_product(global const uint *starts, global const uint *columns,
                           global const float *values, global const float *x, global float *y, uint rows)
{
    uint lane = get_sub_group_local_id();

    // Which rows does this sub-group do?
}
