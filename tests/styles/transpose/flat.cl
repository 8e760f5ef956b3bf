// Rows of the square are stored by a loop over flat slots.
#define SIDE 32
kernel void transpose(global const float *restrict in, global float *restrict out, uint w, uint h)
{
    local float tile[SIDE * (SIDE + 1)];
    const uint lx = get_local_id(0), rows = get_local_size(1);
    const uint left = get_group_id(0) * SIDE, top = get_group_id(1) * SIDE;
    for (uint r = get_local_id(1); r < SIDE; r += rows)
        if ((left + lx < w) & (top + r < h))
            tile[r * (SIDE + 1) + lx] = in[mad24(top + r, w, left + lx)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint r = get_local_id(1); r < SIDE; r += rows)
        if ((top + lx < h) & (left + r < w))
            out[mad24(left + r, h, top + lx)] = tile[lx * (SIDE + 1) + r];
}
