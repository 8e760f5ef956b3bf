// global: 4
// local: 4
// buffer: x float 4 iota read
// buffer: y float 4 uninit write
// value: n int 4
kernel void distances(global const float *x, global float *y, int n)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < n; ++k)
        sum += fabs(x[k] - x[i]);
    y[i] = sum;
}
