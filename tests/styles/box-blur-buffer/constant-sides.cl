// A square of constant side for each radius, and a pointer that goes down its rows.
uint4 square(local const uchar4 *corner, int pitch, int side)
{
    uint4 sum = (uint4)(0);
    #pragma unroll
    for (int row = 0; row < side; ++row, corner += pitch)
        for (int column = 0; column < side; ++column)
            sum += convert_uint4(corner[column]);
    return sum;
}

kernel void box_blur_buffer(global const uchar4 *picture, global uchar4 *out, local uchar4 *tile, uint width, uint height, int radius)
{
    const size_t gx = get_global_id(0), gy = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    const int pitch = (int)get_local_size(0) + 2 * radius;
    const long left = (long)(gx - lx) - radius, top = (long)(gy - ly) - radius;
    int y = ly;
    while (y < (int)get_local_size(1) + 2 * radius) {
        int x = lx;
        while (x < pitch) {
            long column = left + x < 0 ? 0 : left + x >= width ? width - 1 : left + x;
            long row = top + y < 0 ? 0 : top + y >= height ? height - 1 : top + y;
            tile[y * pitch + x] = picture[row * width + column];
            x += get_local_size(0);
        }
        y += get_local_size(1);
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (gx >= width || gy >= height)
        return;
    local const uchar4 *corner = tile + ly * pitch + lx;
    uint4 mean;
    switch (radius) {
    case 0: mean = square(corner, pitch, 1); break;
    case 1: mean = square(corner, pitch, 3) / 9; break;
    case 2: mean = square(corner, pitch, 5) / 25; break;
    default: mean = square(corner, pitch, 7) / 49;
    }
    out[gy * width + gx] = convert_uchar4(mean);
}
