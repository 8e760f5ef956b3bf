// global: 12
// local: 4
// buffer: x float 12 iota read
// buffer: y float 12 uninit write
kernel void smooth(global const float *x, global float *y)
{
    int i = get_global_id(0);
    int last = get_global_size(0) - 1;
    float sum = 0.0f;
    for (int d = -2; d <= 2; ++d) {
        sum += x[clamp(i + d, 0, last)];
    }
    y[i] = sum / 5.0f;
}
