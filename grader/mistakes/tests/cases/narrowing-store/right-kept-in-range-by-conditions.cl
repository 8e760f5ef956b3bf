// global: 4
// buffer: x float 4 values -5 3 260 7 read
// buffer: y uchar 4 uninit write
kernel void quantise(global const float *x, global uchar *y)
{
    size_t i = get_global_id(0);
    float value = x[i];
    if (value < 0.0f) {
        value = 0.0f;
    }
    if (value > 255.0f) {
        value = 255.0f;
    }
    y[i] = value;
}
