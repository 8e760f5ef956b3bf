// global: 4
// buffer: x float 4 iota read
// buffer: y uchar 4 uninit write
kernel void quantise(global const float *x, global uchar *y)
{
    size_t i = get_global_id(0);
    float value = fmin(x[i], 255.0f);
    y[i] = value; //~
}
