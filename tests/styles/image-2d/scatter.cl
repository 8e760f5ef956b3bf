// The work-item of a pixel of in carries it to its place.
kernel void mirror(global const float *in, global float *out, uint width, uint height, uint pitch)
{
    uint x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    global const float *from = in + y * pitch + x;
    out[(y + 1) * pitch - (pitch - width) - 1 - x] = *from;
}
