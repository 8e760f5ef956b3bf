kernel void resample(read_only image2d_t in, sampler_t through, global float4 *out, int width, int height)
{
    int x = get_global_id(0), y = get_global_id(1);
    if (x >= width || y >= height)
        return;
    float2 at = ((float2)(x, y) + 0.5f) / (float2)(width, height);
    out[y * width + x] = read_imagef(in, through, at);
}
