// A stencil of five points on a plane.
kernel void real(global const float *in, global float *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
        out[y * width + x] = 0.2f * (in[y * width + x] + in[y * width + x - 1] + in[y * width + x + 1]
                                     + in[(y - 1) * width + x] + in[(y + 1) * width + x]);
}
