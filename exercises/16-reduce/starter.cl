// Exercise 16: reduce
//
// Add up the elements of each work-group: sums[g] is the sum of the elements of work-group g, one
// element for each work-item. The last work-group may have fewer: beyond n there is nothing to add.
//
// The work-items add in steps, through the tile in local memory, which has a slot for each of them.
// With 8 of them, after the tile is filled:
//
//     slot     0   1   2   3   4   5   6   7
//              1   2   3   4   5   6   7   8
//     step 1   6   8  10  12                     0..3 each add the slot 4 to their right
//     step 2  16  20                             0..1 each add the slot 2 to their right
//     step 3  36                                 0 adds the slot 1 to its right
//
// A step reads what other work-items wrote in the step before. The size of a work-group is a power
// of two, but not always the same.
//
// Counted besides: a barrier for each step and two more at most, and in each step the work-items that
// add must stand side by side, as in the picture, so that whole warps rest.
//
// Ranges: n from 0 to 70000; elements of x from -2147368959 to 2147368959; work-groups of 1 to 256
// work-items (a power of two).

kernel void reduce(global const int *x, global int *sums, local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);

    tile[lid] = gid < n ? x[gid] : 0;

    // The tree goes here.

    if (lid == 0)
        sums[get_group_id(0)] = tile[0];
}
