// Exercise 19: transpose
//
// in has h rows of w elements, out has w rows of h: the element in row r and column c of in belongs in
// row c and column r of out. Rows lie one behind the other: that is in[r * w + c] and out[c * h + r].
//
// A warp that reads a row of in, 32 neighbours, and writes them as a column of out, 32 elements far
// apart, moves eight times the bytes it needs. So each work-group takes a square of 32 x 32 elements by
// way of a tile in local memory:
//
//     in             tile            out
//     a b c d        a b c d         a e .      a row is read and stored as a row;
//     e f g h        e f g h         b f .      then a column of the tile is read
//     . . . .        . . . .         c g .      and stored as a row of out
//
// The first half is given. A work-group is 32 work-items wide, but has fewer rows of them than the
// square: so each does several rows. The square that begins in column left and row top of in begins in
// column top and row left of out. w and h differ, and need not be multiples of anything.
//
// Counted besides: each byte that global memory moves is used, and no work-items meet in a bank of
// local memory. There are 32 banks of a float each; slots 32 apart are in the same one.
//
// Ranges: w from 0 to 4096; h from 0 to 4096; w * h at most 69632; work-groups of 32 to 256
// work-items (a multiple of 32).

#define TILE 32

kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    local float tile[TILE][TILE];
    uint lx = get_local_id(0);
    uint left = get_group_id(0) * TILE;
    uint top = get_group_id(1) * TILE;

    for (uint row = get_local_id(1); row < TILE; row += get_local_size(1)) {
        if (left + lx < w && top + row < h)
            tile[row][lx] = in[(top + row) * w + left + lx];
    }

    // The second half goes here.
}
