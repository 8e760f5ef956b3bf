// Exercise 47: box-blur-buffer
//
// The blur of exercise 42, and the picture lies in a buffer. Each pixel of out is the mean of a square of
// picture: of the pixel itself and those up to `radius` columns and rows away, (2 * radius + 1) in each
// direction. Beyond the edge of the picture the pixel at the edge counts again. A mean is rounded down, in
// each of the four channels by itself. Pixel (x, y) of either is element y * width + x.
//
// No sampler limits the coordinates, and no cache for images keeps the pixels that neighbours read too. A
// work-group fetches what it needs once, into local memory: its own pixels, and a margin of `radius` pixels
// on each side. The host gives room for that:
//
//     (get_local_size(0) + 2 * radius) * (get_local_size(1) + 2 * radius) pixels
//
// The margin has pixels that no work-item stands on, so some work-items fetch several. How do they share them
// out, where a work-group may be as narrow as one work-item?
//
// Counted besides: a work-group reads no more pixels than the tile has, each pixel of out is written once, and
// there is one barrier.
//
// OpenCL C 3.0. One pixel for each work-item.
//
// Ranges: width from 1 to 4096; height from 1 to 4096; width * height at most 8192; radius from 0
// to 3; work-groups of 1 to 256 work-items.

kernel void box_blur_buffer(global const uchar4 *picture, global uchar4 *out, local uchar4 *tile,
                            uint width, uint height, int radius)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);

    // The tile goes here, and then the mean.
    out[y * width + x] = picture[y * width + x];
}
