// global: 16
// local: 8
// buffer: x float 13 iota read
// buffer: y float 16 uninit write
// value: n int 13
kernel void extend(global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    y[i] = x[min(i, n - 1)];
}
