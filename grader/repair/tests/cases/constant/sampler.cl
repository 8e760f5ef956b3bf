constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST; // CLK_ADDRESS_CLAMP
kernel void k(read_only image2d_t picture, global uint4 *out)
{
    int x = get_global_id(0);
    out[x] = read_imageui(picture, edge, (int2)(x, x));
}
