// Exercise 3: map-contiguous
//
// Now there are fewer work-items than elements: each of them does per_item elements, one after the
// other. In the contiguous mapping these are neighbours. With w = 12 and per_item = 3:
//
//     element      0  1  2  3  4  5  6  7  8  9 10 11
//     work-item    0  0  0  1  1  1  2  2  2  3  3  3
//
// The work on an element i is given: data[i] becomes 2 * data[i] + 1, and who[i] records which
// work-item did it. Each element is done by exactly one work-item, the one that the mapping says;
// the check looks at who. As it stands, each work-item does one element only.
//
// w need not be a multiple of anything: an index of w or more is nobody's.
//
// Ranges: w from 0 to 70000; per_item from 1 to 300; elements of data from -1061822373 to
// 1061822373; work-groups of 1 to 256 work-items.

kernel void map_contiguous(global int *data, global uint *who, uint w, uint per_item)
{
    uint gid = get_global_id(0);
    uint i = gid;
    if (i < w) {
        data[i] = 2 * data[i] + 1;
        who[i] = gid;
    }
}
