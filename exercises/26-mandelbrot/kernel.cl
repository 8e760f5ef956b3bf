// Exercise 26: mandelbrot
//
// A picture of w x h points of the complex plane. The point of pixel (x, y) is c = cr + i ci; its
// first row is the top one, and each row lies step below the one before:
//
//     cr = left + x * step             (left, top)  .  .  .      y = 0
//     ci = top - y * step                   .       .  .  .      y = 1
//
// From z = 0 on, z becomes z * z + c again and again, for as long as z is nearer to the origin than 2
// (zr * zr + zi * zi is less than 4) and fewer than limit steps are made. Write to
// counts[y * w + x] how many steps were made. For c = 1, z is 0, 1, 2: two steps. With z = zr + i zi,
// z * z has the real part zr * zr - zi * zi and the imaginary part 2 * zr * zi.
//
// Let each work-item do one pixel; w and h need not be multiples of anything.
//
// Counted besides: counts is written once for each pixel, and never read.
//
// Ranges: w from 0 to 300; h from 0 to 300; limit from 0 to 1000; work-groups of 1 to 256
// work-items.

kernel void mandelbrot(global uint *counts, float left, float top, float step,
                       uint w, uint h, uint limit)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    // Your code goes here.
}
