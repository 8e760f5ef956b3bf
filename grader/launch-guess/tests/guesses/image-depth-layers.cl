// -cl-std=CL2.0
kernel void nearest_depth(read_only image2d_array_depth_t depths, sampler_t s, global float *nearest)
{
    int x = get_global_id(0), y = get_global_id(1);
    float least = 1.0f;
    for (int layer = 0; layer < 4; ++layer)
        least = fmin(least, read_imagef(depths, s, (int4)(x, y, layer, 0)));
    nearest[y * get_global_size(0) + x] = least;
}
