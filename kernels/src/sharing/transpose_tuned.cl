// A transpose through a tile, tuned: rows are read and rows are written, VEC elements at a time. The slot
// more in each row of the tile lets a column meet all banks, also where a work-item stores VEC
// neighbours one after the other.
//
// A work-group does a square of TILE x TILE, whatever its own shape is. A GPU wants TILE / VEC
// work-items across and a warp or several of them down; a CPU wants a single one.

// Side of the square. VEC has to divide it.
#ifndef TILE
#define TILE 32
#endif
// Elements side by side that a work-item moves at once: 1, 2, 4, 8 or 16.
#ifndef VEC
#define VEC 4
#endif

#define JOIN_NOW(a, b) a##b
#define JOIN(a, b) JOIN_NOW(a, b)
#if VEC == 1
#define COPY(from, to) (*(to) = *(from))
#else
#define COPY(from, to) JOIN(vstore, VEC)(JOIN(vload, VEC)(0, from), 0, to)
#endif

// ANCHOR: kernel
kernel void transpose(global const float *restrict in, global float *restrict out, uint w, uint h)
{
    local float tile[TILE][TILE + 1];
    const uint left = get_group_id(0) * TILE;
    const uint top = get_group_id(1) * TILE;
    const uint first = get_local_id(0) * VEC;
    const uint stride = get_local_size(0) * VEC;

    // How much of the square lies in the matrix.
    const uint columns = left < w ? min(w - left, (uint)TILE) : 0;
    const uint rows = top < h ? min(h - top, (uint)TILE) : 0;

    // ANCHOR: read
    for (uint row = get_local_id(1); row < rows; row += get_local_size(1))
        for (uint column = first; column < columns; column += stride) {
            global const float *from = in + (size_t)(top + row) * w + left + column;
            if (column + VEC <= columns)
                COPY(from, &tile[row][column]);
            else
                for (uint k = 0; k < columns - column; ++k)
                    tile[row][column + k] = from[k];
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    // ANCHOR_END: read

    // ANCHOR: write
    // The rows of out are the columns of in: the tile's corner is at (top, left), out is h wide.
    for (uint row = get_local_id(1); row < columns; row += get_local_size(1))
        for (uint column = first; column < rows; column += stride) {
            global float *to = out + (size_t)(left + row) * h + top + column;
            if (column + VEC <= rows) {
                float some[VEC];
                for (uint k = 0; k < VEC; ++k)
                    some[k] = tile[column + k][row];
                COPY(some, to);
            } else {
                for (uint k = 0; k < rows - column; ++k)
                    to[k] = tile[column + k][row];
            }
        }
    // ANCHOR_END: write
}
// ANCHOR_END: kernel
