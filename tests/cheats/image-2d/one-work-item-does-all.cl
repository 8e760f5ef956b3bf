// Tries: lets one work-item do the picture, without a thought of ids.
// Verdict: wrong-work-item
// On a device alone: passed

kernel void mirror(global const float *in, global float *out,
                   uint width, uint height, uint pitch)
{
    if (get_global_id(0) != 0 || get_global_id(1) != 0)
        return;
    for (uint y = 0; y < height; ++y)
        for (uint x = 0; x < width; ++x)
            out[y * pitch + x] = in[y * pitch + (width - 1 - x)];
}
