constant sampler_t clamped = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void half_size(read_only image2d_t in, write_only image2d_t out)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= get_image_width(out) || y >= get_image_height(out))
        return;
    float4 sum = 0.0f;
    for (int part = 0; part < 4; ++part)
        sum += read_imagef(in, clamped, (int2)(2 * x + part % 2, 2 * y + part / 2));
    write_imagef(out, (int2)(x, y), 0.25f * sum);
}
