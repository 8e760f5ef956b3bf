// Exercise 41: packed-dot
//
// A matrix of signed bytes times a vector of signed bytes: y[row] is the sum of the products of the bytes
// of that row and those of b. Four bytes make a word, and a row has as many words as b:
//
//     word 0 of row 0        word 0 of row 1        ...      word 1 of row 0        ...
//     a[0]                   a[1]                            a[rows]
//
// so that word w of row r is a[w * rows + r]. One row for each work-item.
//
// OpenCL C 3.0. Where the macro __opencl_c_integer_dot_product_input_4x8bit_packed is defined, one call
// does a word of each:
//
//     int sum = dot_4x8packed_ss_int(a, b);        both of signed bytes
//
// Where it is not, take the bytes apart.
//
// Counted besides: a warp asks for four bytes of each row at once, and reads nothing twice.
//
// Ranges: rows from 0 to 2000; words from 0 to 64; work-groups of 1 to 256 work-items.

kernel void packed_dot(global const uint *a, global const uint *b, global int *y, uint rows, uint words)
{
    uint row = get_global_id(0);

    // The sum goes here.
}
