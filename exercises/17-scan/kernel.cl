// Exercise 17: scan
//
// sums[i] is the sum of the elements of i's work-group up to and with x[i], one element for each
// work-item; totals[g] is the sum of all elements of work-group g. Beyond n there is nothing to add.
//
// Each work-item could add up all elements before its own, but a few steps do for all of them. In each
// step a work-item adds the slot some distance to its left, where there is one; the distance doubles:
//
//     slot          0   1   2   3   4   5   6   7
//                   1   2   3   4   5   6   7   8
//     distance 1    1   3   5   7   9  11  13  15
//     distance 2    1   3   6  10  14  18  22  26
//     distance 4    1   3   6  10  15  21  28  36
//
// All slots of a line are made from the line above. In one row of slots a work-item may find that its
// left neighbour has already written. The host therefore gives a tile of twice the work-group's
// size: room for two lines. The size of a work-group is a power of two, but not always the same.
//
// Counted besides: two barriers for each step and two more at most, each element of x read once,
// and reads of the tile as few as such steps need.
//
// Ranges: n from 0 to 70000; elements of x from -2147368959 to 2147368959; work-groups of 1 to 256
// work-items (a power of two).

kernel void scan(global const int *x, global int *sums, global int *totals,
                 local int *tile, uint n)
{
    uint gid = get_global_id(0);
    uint lid = get_local_id(0);
    uint size = get_local_size(0);

    tile[lid] = gid < n ? x[gid] : 0;

    // The steps go here.

    if (gid < n)
        sums[gid] = tile[lid];
    if (lid == size - 1)
        totals[get_group_id(0)] = tile[lid];
}
