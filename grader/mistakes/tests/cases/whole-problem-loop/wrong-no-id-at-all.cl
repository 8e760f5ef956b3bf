// global: 8
// local: 4
// buffer: x float 8 iota read
// buffer: y float 8 uninit write
// value: n int 8
kernel void twice(global const float *x, global float *y, int n)
{
    for (int i = 0; i < n; ++i) { //~
        y[i] = 2.0f * x[i];
    }
}
