// As many rounds as an argument says.
kernel void counted_loop(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < width; ++k)
        sum += in[k * 1024 + x];
    out[y * 1024 + x] = sum;
}
