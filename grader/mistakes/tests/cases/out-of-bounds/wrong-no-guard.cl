// global: 16
// local: 8
// buffer: x float 13 iota read
// buffer: y float 13 uninit write
kernel void twice(global const float *x, global float *y)
{
    size_t i = get_global_id(0);
    y[i] = 2.0f * x[i]; //~
}
