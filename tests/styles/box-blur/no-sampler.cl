// Reads without a sampler: the kernel limits the coordinates itself, and asks the image for its size.
kernel void box_blur(read_only image2d_t picture, global uchar4 *out, uint width, uint height, int radius)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const int2 size = get_image_dim(picture);
    if (any(at >= size))
        return;
    uint4 total = (uint4)(0);
    for (int i = 0; i < (2 * radius + 1) * (2 * radius + 1); i++) {
        int2 offset = (int2)(i % (2 * radius + 1), i / (2 * radius + 1)) - radius;
        total += read_imageui(picture, clamp(at + offset, 0, size - 1));
    }
    out[at.y * size.x + at.x] = convert_uchar4(total / (uint)((2 * radius + 1) * (2 * radius + 1)));
}
