// global: 512
// local: 128
// buffer: x float 523 iota read
// buffer: y float 512 uninit write
kernel void taps(global const float *x, global float *y)
{
    int i = get_global_id(0);
    float low = x[i] + x[i + 1] + x[i + 2] + x[i + 3]; //~
    float mid = x[i + 4] + x[i + 5] + x[i + 6] + x[i + 7];
    float high = x[i + 8] + x[i + 9] + x[i + 10] + x[i + 11];
    y[i] = low - 2.0f * mid + high;
}
