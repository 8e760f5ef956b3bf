// global: 4
// local: 4
// image: x 2d R FLOAT 4x4 iota read
// buffer: y float 4 uninit write
kernel void k(read_only image2d_t x, global float *y)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;
    int i = get_global_id(0);
    y[i] = read_imagef(x, s, (float2)(i / 4.0f + 7, -2.5f)).x;
}
