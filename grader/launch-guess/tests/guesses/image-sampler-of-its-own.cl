float4 average(read_only image2d_t in, sampler_t s, float2 at, float2 step)
{
    return 0.25f * (read_imagef(in, s, at - step) + read_imagef(in, s, at + step)
                    + read_imagef(in, s, at + (float2)(step.x, -step.y))
                    + read_imagef(in, s, at - (float2)(step.x, -step.y)));
}

kernel void soften(read_only image2d_t in, write_only image2d_t out, sampler_t linear_sampler)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (any(at >= get_image_dim(out)))
        return;
    write_imagef(out, at, average(in, linear_sampler, convert_float2(at) + 0.5f, (float2)(0.5f, 0.5f)));
}
