// Exercise 1: fill
//
// Fill out with the numbers first, first + 1, first + 2, and so on: element i gets first + i.
//
// The host starts this kernel in many work-items, at least as many as there are elements. All of
// them run the same code. Now every one of them takes itself for number 0, and all of them write
// the one element out[0]. Let each write its own: work-item 0 writes out[0], work-item 1 writes
// out[1], and so on.
//
// Work-items come in whole work-groups, so there may be more of them than elements. The if keeps
// the surplus ones from writing behind the end: leave it in.
//
// Ranges: n from 0 to 70000; first from -2147483648 to 2147413647; work-groups of 1 to 256
// work-items.

kernel void fill(global int *out, int first, uint n)
{
    uint i = 0;
    if (i < n) {
        out[i] = first;
    }
}
