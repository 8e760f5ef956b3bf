// Mistake: only the pixels within the picture count.
// Verdict: wrong

constant sampler_t nearest_edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void box_blur(read_only image2d_t picture, global uchar4 *out, uint width, uint height, int radius)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    uint4 sum = 0;
    uint count = 0;
    for (int down = -radius; down <= radius; ++down)
        for (int right = -radius; right <= radius; ++right) {
            int column = (int)x + right;
            int row = (int)y + down;
            if (column >= 0 && column < (int)width && row >= 0 && row < (int)height) {
                sum += read_imageui(picture, nearest_edge, (int2)(column, row));
                ++count;
            }
        }
    out[y * width + x] = convert_uchar4(sum / count);
}
