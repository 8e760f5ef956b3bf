// Mistake: every work-item reads its whole square from global memory.
// Verdict: too-costly

kernel void box_blur_buffer(global const uchar4 *picture, global uchar4 *out, local uchar4 *tile,
                            uint width, uint height, int radius)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    uint4 sum = 0;
    for (int row = y - radius; row <= y + radius; ++row)
        for (int column = x - radius; column <= x + radius; ++column)
            sum += convert_uint4(picture[clamp(row, 0, (int)height - 1) * width +
                                         clamp(column, 0, (int)width - 1)]);
    uint side = 2 * radius + 1;
    out[y * width + x] = convert_uchar4(sum / (side * side));
}
