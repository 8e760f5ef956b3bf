// Mistake: coordinates are computed as uint, in which those left of the
// picture are large.
// Verdict: wrong

kernel void box_blur_buffer(global const uchar4 *picture, global uchar4 *out, local uchar4 *tile,
                            uint width, uint height, int radius)
{
    int across = get_local_size(0);
    int down = get_local_size(1);
    int lx = get_local_id(0);
    int ly = get_local_id(1);
    uint left = get_group_id(0) * across - radius;
    int top = (int)get_group_id(1) * down - radius;
    int columns = across + 2 * radius;
    int rows = down + 2 * radius;

    // Beyond the edge the pixel at the edge: here the kernel does what a sampler does for an image.
    for (int y = ly; y < rows; y += down)
        for (int x = lx; x < columns; x += across) {
            uint column = min(left + x, width - 1);
            int row = clamp(top + y, 0, (int)height - 1);
            tile[y * columns + x] = picture[row * width + column];
        }
    barrier(CLK_LOCAL_MEM_FENCE);

    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    uint4 sum = 0;
    for (int row = ly; row <= ly + 2 * radius; ++row)
        for (int column = lx; column <= lx + 2 * radius; ++column)
            sum += convert_uint4(tile[row * columns + column]);
    uint side = 2 * radius + 1;
    out[y * width + x] = convert_uchar4(sum / (side * side));
}
