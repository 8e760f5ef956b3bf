kernel void convolve(global const float *in, constant float *mask, global float *out, int width, int maskWidth)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int r = 0; r < maskWidth; ++r)
        for (int c = 0; c < maskWidth; ++c)
            sum += mask[r * maskWidth + c] * in[(y + r) * (width + maskWidth) + x + c];
    out[y * width + x] = sum;
}
