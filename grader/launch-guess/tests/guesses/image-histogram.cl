kernel void histogram(read_only image2d_t picture, sampler_t nearest, global uint *counts)
{
    float2 at = (float2)(get_global_id(0) + 0.5f, get_global_id(1) + 0.5f);
    uint value = read_imageui(picture, nearest, at).x;
    atomic_inc(&counts[value]);
}
