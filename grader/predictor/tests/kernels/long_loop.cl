// A million rounds are not read one by one.
kernel void long_loop(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float value = in[x];
    for (int k = 0; k < 1000000; ++k)
        value = value * 0.5f + in[k & 1023];
    out[y * 1024 + x] = value;
}
