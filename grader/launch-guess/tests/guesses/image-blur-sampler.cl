kernel void blur(read_only image2d_t source, write_only image2d_t target, sampler_t sampler,
                 constant float *weights, int radius)
{
    int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 0.0f;
    int count = 0;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
            sum += weights[count++] * read_imagef(source, sampler, (int2)(x + dx, y + dy));
    write_imagef(target, (int2)(x, y), sum);
}
