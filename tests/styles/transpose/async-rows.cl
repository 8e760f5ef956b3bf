// Rows arrive by async copies of the whole work-group, where the square is inside of the matrix.
#define SIDE 32
kernel void transpose(global const float *in, global float *out, uint w, uint h)
{
    local float tile[SIDE][SIDE + 1];
    const uint lx = get_local_id(0);
    const uint left = get_group_id(0) * SIDE, top = get_group_id(1) * SIDE;
    if (top >= h || left >= w)
        return;
    event_t done = 0;
    for (uint r = 0; r < SIDE && top + r < h; r++)
        done = async_work_group_copy(&tile[r][0], in + (top + r) * w + left, min((uint)SIDE, w - left), done);
    wait_group_events(1, &done);
    for (uint r = get_local_id(1); r < SIDE; r += get_local_size(1))
        if (top + lx < h && left + r < w)
            out[(left + r) * h + top + lx] = tile[lx][r];
}
