// global: 4
// local: 4
// image: x 2d R UNSIGNED_INT8 4x4 iota read
// buffer: y float 4 uninit write
kernel void k(read_only image2d_t x, global float *y)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_LINEAR;
    int i = get_global_id(0);
    y[i] = read_imageui(x, s, (float2)(i, 0.5f)).x; //~
}
