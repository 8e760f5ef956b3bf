// Mistake: the sum is kept in bytes.
// Verdict: wrong

constant sampler_t nearest_edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void box_blur(read_only image2d_t picture, global uchar4 *out, uint width, uint height, int radius)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    uchar4 sum = 0;
    for (int down = -radius; down <= radius; ++down)
        for (int right = -radius; right <= radius; ++right)
            sum += convert_uchar4(
                read_imageui(picture, nearest_edge, (int2)(x + right, y + down)));
    uint side = 2 * radius + 1;
    out[y * width + x] = sum / (uchar)(side * side);
}
