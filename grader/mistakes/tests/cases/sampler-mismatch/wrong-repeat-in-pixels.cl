// global: 4
// local: 4
// image: x 2d R FLOAT 4x4 iota read
// buffer: y float 4 uninit write
kernel void k(read_only image2d_t x, global float *y)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
    int i = get_global_id(0);
    y[i] = read_imagef(x, s, (float2)(i, 0.5f)).x; //~
}
