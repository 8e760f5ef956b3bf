// Exercise 20: matmul-naive
//
// c = a b: a has m rows of k elements, b has k rows of n, and c has m rows of n. Rows lie one behind
// the other in memory. An element of c is a row of a times a column of b, pair by pair, added up:
//
//                     b   . x .        c[1][1] = a[1][0] * b[0][1]
//          k = 2          . y .                + a[1][1] * b[1][1]
//     a   . .         c   . . .                = p x + q y
//         p q             . o .
//         . .             . . .
//
// There is a work-item for each element of c: dimension 0 is its column, dimension 1 its row. As it
// stands only the first pair is multiplied. Work-groups are whole, so that there may be more work-items
// than columns or rows; m, n and k differ, and k may be 0.
//
// Ranges: m from 0 to 300; n from 0 to 300; k from 0 to 300; m * n * k at most 131072; work-groups
// of 1 to 256 work-items.

kernel void matmul_naive(global const float *a, global const float *b,
                         global float *c, uint m, uint n, uint k)
{
    uint column = get_global_id(0);
    uint row = get_global_id(1);

    float sum = a[row * k] * b[column];
    c[row * n + column] = sum;
}
