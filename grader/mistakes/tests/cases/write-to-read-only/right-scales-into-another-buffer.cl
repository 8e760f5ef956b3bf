// global: 4
// local: 4
// buffer: x float 4 iota read
// buffer: y float 4 uninit write
kernel void scale(global float *x, global float *y)
{
    int i = get_global_id(0);
    y[i] = 3.0f * x[i];
}
