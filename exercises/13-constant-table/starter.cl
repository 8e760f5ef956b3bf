// Exercise 13: constant-table
//
// Put each of the n values of `in` into a class: how many of the limits has it reached? A limit
// is reached by a value that is equal to it or larger. The count limits are in ascending order.
// With the limits 10 and 20:
//
//     in     9  10  11  19  20  21
//     out    0   1   1   1   2   2
//
// The table of limits is small, is only read, and all work-items walk through it in step. That
// is what the address space `constant` is for: one read serves all work-items that ask for the
// same element at the same time.
//
// Read each value once and write each class once, when you know it: what a work-item needs in
// between, it keeps in a variable of its own. Traffic to global memory is counted.
//
// Ranges: n from 0 to 70000; count from 1 to 300; elements of limits from -2147483647 to
// 2147483646; elements of in any int; work-groups of 1 to 256 work-items.

kernel void classify(constant int *limits, uint count,
                     global const int *in, global uint *out, uint n)
{
    uint i = get_global_id(0);
    // Your code goes here.
}
