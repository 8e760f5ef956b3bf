// How often the loop runs hangs on data, and somebody says it.
// --trips 8=100
kernel void rounds_said(global const float *in, global float *out, int width)
{
    int x = get_global_id(0), y = get_global_id(1);
    float value = in[x];
    int k = 0;
    while (value > 1.0f) {
        value = value * 0.5f + in[k];
        k++;
    }
    out[y * 1024 + k] = value;
}
