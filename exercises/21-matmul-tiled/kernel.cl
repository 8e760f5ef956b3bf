// Exercise 21: matmul-tiled
//
// c = a b as before: m rows of k times k rows of n. All work-items of a row of c read the same row of a,
// and all of a column the same column of b. Here a work-group shares what it reads: it does a square of
// 8 x 8 elements of c, and goes along k in steps of 8. For each step it fetches a tile of a and one of b
// into local memory, each work-item one element of either, and then each adds its 8 products.
//
//                    b  [0]         step 0: a[0] and b[0] are fetched, and multiplied
//                       [1]         step 1: a[1] and b[1]
//                       [2]         step 2: a[2] and b[2]
//     a  [0][1][2]   c  [*]
//
// m, n and k need not be multiples of 8: a tile may reach beyond its matrix. Even so every work-item has
// to come to every barrier. What would a slot that stands for no element have to hold?
//
// Counted besides: at most 2 m n k / 8 elements are read from global memory, neighbours by neighbours;
// at most 2 barriers a step; no bank conflicts.
//
// Ranges: m from 0 to 300; n from 0 to 300; k from 0 to 300; m * n * k at most 131072; work-groups
// of 64 work-items.

#define TILE 8

kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void matmul_tiled(global const float *a, global const float *b,
                  global float *c, uint m, uint n, uint k)
{
    local float a_tile[TILE][TILE];
    local float b_tile[TILE][TILE];
    uint lx = get_local_id(0);
    uint ly = get_local_id(1);
    uint column = get_global_id(0);
    uint row = get_global_id(1);

    float sum = 0.0f;
    for (uint start = 0; start < k; start += TILE) {
        a_tile[ly][lx] = a[row * k + start + lx];
        b_tile[ly][lx] = b[(start + ly) * n + column];
        for (uint i = 0; i < TILE; ++i)
            sum += a_tile[ly][i] * b_tile[i][lx];
    }
    c[row * n + column] = sum;
}
