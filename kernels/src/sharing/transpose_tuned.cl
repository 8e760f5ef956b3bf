// A transpose through a tile, tuned: rows are read and rows are written, VEC elements at a time. The slot
// more in each row of the tile lets a column meet all banks, also where a work-item stores VEC
// neighbours one after the other. A work-item has AT_ONCE reads under way before it stores what they bring.
//
// A work-group does a square of TILE x TILE, whatever its own shape is. A GPU wants TILE / VEC
// work-items across and a warp or several of them down; a CPU wants a single one.

// Side of the square. VEC has to divide it.
#ifndef TILE
#define TILE 64
#endif
// Elements side by side that a work-item moves at once: 1, 2, 4, 8 or 16.
#ifndef VEC
#define VEC 4
#endif
// Reads of a work-item that are under way at once.
#ifndef AT_ONCE
#define AT_ONCE 2
#endif

#define JOIN_NOW(a, b) a##b
#define JOIN(a, b) JOIN_NOW(a, b)
#if VEC == 1
typedef float lanes;
#define LOAD(p) (*(p))
#define STORE(v, p) (*(p) = (v))
#else
typedef JOIN(float, VEC) lanes;
#define LOAD(p) JOIN(vload, VEC)(0, p)
#define STORE(v, p) JOIN(vstore, VEC)(v, 0, p)
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

    const uint down = get_local_size(1);
    // Rows of in and of out begin where a whole vector may: one instruction moves it.
    const bool aligned = w % VEC == 0 && h % VEC == 0;

    // ANCHOR: read
    if (aligned) {
        for (uint start = get_local_id(1); start < rows; start += AT_ONCE * down)
            for (uint column = first; column < columns; column += stride) {
                lanes held[AT_ONCE];
#pragma unroll
                for (uint i = 0; i < AT_ONCE; ++i)
                    if (start + i * down < rows)
                        held[i] = *(global const lanes *)(in + (size_t)(top + start + i * down) * w + left + column);
#pragma unroll
                for (uint i = 0; i < AT_ONCE; ++i)
                    if (start + i * down < rows)
                        STORE(held[i], &tile[start + i * down][column]);
            }
    } else {
        for (uint row = get_local_id(1); row < rows; row += down)
            for (uint column = get_local_id(0); column < columns; column += get_local_size(0))
                tile[row][column] = in[(size_t)(top + row) * w + left + column];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    // ANCHOR_END: read

    // ANCHOR: write
    // The rows of out are the columns of in: the tile's corner is at (top, left), out is h wide.
    if (aligned) {
        for (uint row = get_local_id(1); row < columns; row += down)
            for (uint column = first; column < rows; column += stride) {
                float some[VEC];
                for (uint k = 0; k < VEC; ++k)
                    some[k] = tile[column + k][row];
                *(global lanes *)(out + (size_t)(left + row) * h + top + column) = LOAD(some);
            }
    } else {
        for (uint row = get_local_id(1); row < columns; row += down)
            for (uint column = get_local_id(0); column < rows; column += get_local_size(0))
                out[(size_t)(left + row) * h + top + column] = tile[column][row];
    }
    // ANCHOR_END: write
}
// ANCHOR_END: kernel
