// Mirrors an image, left to right. In memory one row begins pitch elements after the other, and
// only the first width elements of each are pixels of the image.

// ANCHOR: kernel
kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    // ANCHOR: guard
    if (x < width && y < height) {
    // ANCHOR_END: guard
        uint row = y * pitch;
        out[row + x] = in[row + (width - 1 - x)];
    }
}
// ANCHOR_END: kernel
