// Exercise 7: map-2d-contiguous
//
// A plane of w columns and h rows lies in data row by row: column x of row y is
// data[y * w + x]. The NDRange has two dimensions as well. In the contiguous mapping each
// work-item does per_item neighbours in one row. With w = 6, h = 2 and per_item = 2 the work-items
// gx, gy do these elements:
//
//     column    0    1    2    3    4    5
//     row 0    0,0  0,0  1,0  1,0  2,0  2,0
//     row 1    0,1  0,1  1,1  1,1  2,1  2,1
//
// The work on an element i is given: data[i] becomes 2 * data[i] + 1, and who[i] records which
// work-item did it, by its ids in both dimensions. Each element is done by exactly one
// work-item, the one that the mapping says; the check looks at who. As it stands, each
// work-item does one element only.
//
// w and h need not be multiples of anything: a column of w or more is nobody's, nor is a row of
// h or more.
//
// Ranges: w from 0 to 70000; h from 0 to 70000; w * h at most 70000; per_item from 1 to 300;
// elements of data from -1061822373 to 1061822373; work-groups of 1 to 256 work-items.

kernel void map_2d_contiguous(global int *data, global uint2 *who,
                              uint w, uint h, uint per_item)
{
    uint gx = get_global_id(0);
    uint gy = get_global_id(1);
    uint x = gx;
    uint y = gy;
    if (x < w && y < h) {
        uint i = y * w + x;
        data[i] = 2 * data[i] + 1;
        who[i] = (uint2)(gx, gy);
    }
}
