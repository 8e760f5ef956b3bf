// Exercise 42: box-blur
//
// Each pixel of out is the mean of a square of picture: of the pixel itself and those up to `radius` columns
// and rows away, (2 * radius + 1) in each direction. Beyond the edge of the picture the pixel at the edge
// counts again. A mean is rounded down, in each of the four channels by itself.
//
// picture is an image: four channels to a pixel, unsigned integers of 8 bits, width x height of them. A kernel
// has no pointer to it, but reads it by coordinates through a sampler:
//
//     uint4 pixel = read_imageui(picture, nearest_edge, (int2)(column, row));
//
// The sampler says what coordinates mean, what lies beyond the edge, and which pixels a read takes. The one
// below does not fit yet. out is a buffer, row by row.
//
// OpenCL C 3.0. One pixel for each work-item.
//
// Ranges: width from 1 to 4096; height from 1 to 4096; width * height at most 8192; radius from 0
// to 3; work-groups of 1 to 256 work-items.

constant sampler_t nearest_edge =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

kernel void box_blur(read_only image2d_t picture, global uchar4 *out, uint width, uint height, int radius)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x >= width || y >= height)
        return;

    // The mean goes here.
    out[y * width + x] = convert_uchar4(read_imageui(picture, nearest_edge, (int2)(x, y)));
}
