// global: 4
// buffer: x float 4 values -5 3 260 7 read
// buffer: y uchar 4 uninit write
kernel void quantise(global const float *x, global uchar *y)
{
    size_t i = get_global_id(0);
    float value = clamp(x[i], 0.0f, 255.0f);
    y[i] = (uchar)(value + 0.5f);
}
