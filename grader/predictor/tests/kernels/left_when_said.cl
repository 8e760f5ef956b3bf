// Left under a condition on data, for as many rounds as are said, or as the text tells if those are fewer.
// --trips 8:5=40
// --trips 13:5=1000
kernel void left_when_said(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float value = in[x];
    for (int k = 0; k < width; ++k) {
        if (value > 4.0f)
            break;
        value = value * value;
    }
    for (int k = 0; k < width; ++k) {
        value = value / 3.0f;
        if (value < 1.0f)
            break;
    }
    out[y * 1024 + x] = value;
}
