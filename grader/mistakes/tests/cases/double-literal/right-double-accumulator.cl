// Floats are summed in double, since there are many of them.
// global: 1
// buffer: x float 64 iota read
// buffer: mean float 1 uninit write
kernel void average(global const float *x, global float *mean)
{
    double sum = 0.0;
    for (int i = 0; i < 64; i++) {
        sum += x[i] * 1.0;
    }
    mean[get_global_id(0)] = sum / 64.0;
}
