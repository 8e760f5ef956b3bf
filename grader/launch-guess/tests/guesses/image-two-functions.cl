kernel void both(read_only image2d_t in, sampler_t s, global float *out)
{
    int x = get_global_id(0);
    out[x] = read_imagef(in, s, (int2)(x, 0)).x + read_imageui(in, s, (float2)(x, 0.5f)).x;
}
