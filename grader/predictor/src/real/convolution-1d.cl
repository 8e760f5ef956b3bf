// A filter of any length along a line.
kernel void real(global const float *in, global const float *taps, global float *out, int count)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < count; ++k)
        sum += taps[k] * in[i + k];
    out[i] = sum;
}
