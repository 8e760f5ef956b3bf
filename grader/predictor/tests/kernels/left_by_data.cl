// So does one that is left under a condition on data.
kernel void left_by_data(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float value = in[x];
    for (int k = 0; k < width; ++k) {
        if (value > 4.0f)
            break;
        value = value * value;
    }
    out[y * 1024 + x] = value;
}
