// global: 2
// local: 2
// buffer: x float 8 iota read
// buffer: y float 2 uninit write
kernel void sums(global const float *x, global float *y)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < 4; ++k)
        sum += x[4 * i + k];
    y[i] = sum;
}
