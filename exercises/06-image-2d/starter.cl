// Exercise 6: image-2d
//
// Mirror an image of width x height pixels, left to right, from in to out. The NDRange has two
// dimensions: x counts columns and y counts rows. Let each work-item do one pixel.
//
// In memory one row begins pitch elements after the other. Where pitch is larger than width
// there are elements between the rows that are no pixels of this image; they must stay as they
// are. With width = 3, height = 2 and pitch = 4:
//
//     in     a  b  c  .  d  e  f  .
//     out    c  b  a  .  f  e  d  .
//
// Work-groups are whole in each dimension, so there may be work-items to the right of the image
// and below it.
//
// Ranges: width from 0 to 70000; height from 0 to 70000; width * height at most 70000; pitch from 0
// to 70300; work-groups of 1 to 256 work-items.

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    // Your code goes here.
}
