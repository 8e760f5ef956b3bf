// global: 6
// local: 6
// buffer: x float 6 iota read
// buffer: filter float 3 iota read
// buffer: y float 6 uninit write
kernel void convolve(global const float *x, constant float *filter, global float *y)
{
    int i = get_global_id(0);
    int last = get_global_size(0) - 1;
    y[i] = filter[0] * x[max(i - 1, 0)] + filter[1] * x[i] + filter[2] * x[min(i + 1, last)];
}
