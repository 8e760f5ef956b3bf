// Mistake: without a tile a warp reads a column, and of each sector it moves
// uses a single element.
// Verdict: too-costly

#define TILE 32

kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    uint lx = get_local_id(0);
    uint left = get_group_id(0) * TILE;
    uint top = get_group_id(1) * TILE;

    for (uint row = get_local_id(1); row < TILE; row += get_local_size(1)) {
        if (top + lx < h && left + row < w)
            out[(left + row) * h + top + lx] = in[(top + lx) * w + left + row];
    }
}
