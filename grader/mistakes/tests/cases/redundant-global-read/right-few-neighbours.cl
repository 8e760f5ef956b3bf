// global: 512
// local: 128
// buffer: x float 514 iota read
// buffer: y float 512 uninit write
kernel void bend(global const float *x, global float *y)
{
    int i = get_global_id(0);
    y[i] = x[i] - 2.0f * x[i + 1] + x[i + 2];
}
