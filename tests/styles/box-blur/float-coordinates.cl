// Coordinates in float, with the sampler in the kernel: those of the middle of a pixel.
kernel void box_blur(read_only image2d_t picture, global uchar4 *out, uint width, uint height, int radius)
{
    const sampler_t sampler = CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP_TO_EDGE;
    size_t x = get_global_id(0), y = get_global_id(1);
    if (x < width && y < height) {
        uint4 sum = 0;
        for (float b = -radius; b <= radius; b += 1.0f)
            for (float a = -radius; a <= radius; a += 1.0f)
                sum += read_imageui(picture, sampler, (float2)(x + 0.5f + a, y + 0.5f + b));
        uint area = (2 * radius + 1) * (2 * radius + 1);
        out[y * width + x] = (uchar4)(sum.x / area, sum.y / area, sum.z / area, sum.w / area);
    }
}
