#define PIXEL(p, x, y) (p)[(y) * pitch + (x)]
__kernel void mirror(__global const float *restrict in, __global float *restrict out,
                     const uint width, const uint height, const uint pitch)
{
    int x = get_global_id(0);
    int y = get_global_id(1);
    bool inside = (uint)x < width && (uint)y < height;
    if (!inside) return;
    int other = (int)width + ~x;
    PIXEL(out, x, y) = PIXEL(in, other, y);
}
