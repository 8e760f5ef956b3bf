// Exercise 18: histogram
//
// Count how often values of each of 64 kinds come: a value v, from 0 to 255, is of the kind v / 4. Add
// the counts to those that counts[0] to counts[63] hold already.
//
// One atomic addition to counts for each value would do, but each would go to global memory. Let each
// work-group count in local memory instead, and then add each of its bins to counts once:
//
//     values     5 10 5 200 | 7 4 90 5
//     bins       group 0: {1: 2, 2: 1, 50: 1}   group 1: {1: 3, 22: 1}
//     counts     += {1: 2, 2: 1, 50: 1}         += {1: 3, 22: 1}
//
// There are fewer work-items than values: as in map-globally-spaced, each does one value in every
// get_global_size(0). A work-group may have fewer work-items than there are bins, or more. Nobody clears
// local memory: what it holds at first is undefined.
//
// Counted besides: at most 64 atomic operations on global memory for each work-group, and each
// value is read once.
//
// Ranges: n from 0 to 70000; elements of values from 0 to 255; elements of counts from 0 to
// 4294897295; work-groups of 1 to 256 work-items; 1 to 16 work-groups.

#define BINS 64

kernel void histogram(global const uchar *values, global uint *counts, uint n)
{
    local uint bins[BINS];

    // Clear the bins.

    // Count.

    // Add the bins to counts.
}
