// How often the loop runs hangs on data: no number is given.
kernel void rounds_by_data(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float value = in[x];
    while (value > 1.0f)
        value *= 0.5f;
    out[y * 1024 + x] = value;
}
