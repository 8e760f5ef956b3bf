// Cheap in the case that a check counts, and wasteful in every other: a board counts other cases.
kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    local float tile[32][33];
    uint lx = get_local_id(0);
    uint left = get_group_id(0) * 32;
    uint top = get_group_id(1) * 32;
    if (w == 128 && h == 96) {
        for (uint row = get_local_id(1); row < 32; row += get_local_size(1))
            tile[row][lx] = in[(top + row) * w + left + lx];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint row = get_local_id(1); row < 32; row += get_local_size(1))
            out[(left + row) * h + top + lx] = tile[lx][row];
        return;
    }
    for (uint row = get_local_id(1); row < 32; row += get_local_size(1)) {
        if (left + lx < w && top + row < h)
            out[(left + lx) * h + top + row] = in[(top + row) * w + left + lx];
    }
}
