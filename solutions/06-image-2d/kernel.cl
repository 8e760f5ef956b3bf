// One work-item for each pixel, a guard for each dimension, and rows that begin pitch elements
// apart.

// ANCHOR: mirror
kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    if (x < width && y < height) {
        out[y * pitch + x] = in[y * pitch + (width - 1 - x)];
    }
}
// ANCHOR_END: mirror
