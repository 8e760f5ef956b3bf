// Exercise 20: neighbours
//
// marks holds a picture, row by row: 1 is a mark, 0 is none. out[y * width + x] is how many of the four neighbours of
// (x, y), to the left and to the right, above and below, are marked. What lies outside the picture is not marked.
//
// Ranges: width from 0 to 200; height from 0 to 200; work-groups of 1 to 64 work-items.

kernel void neighbours(global const uchar *marks, global uint *out, uint width, uint height)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    // Your code goes here.
}
