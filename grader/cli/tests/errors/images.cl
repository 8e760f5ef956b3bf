kernel void k(read_only image2d_t in, global float4 *y)
{
    const sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_FILTER_NEAREST;
    y[0] = read_imagef(in, s, (int4)(0));
    write_imagef(in, (int2)(0, 0), y[0]);
}
