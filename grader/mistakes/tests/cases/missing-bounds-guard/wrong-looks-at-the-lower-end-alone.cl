// global: 16
// local: 8
// buffer: x float 16 iota read
// buffer: y float 16 uninit write
// value: size int 16
kernel void slope(global const float *x, global float *y, int size)
{
    int i = get_global_id(0);
    float before = 0.0f;
    if (i > 0)
        before = x[i - 1]; //~
    y[i] = x[i] - before;
}
