// global: 1020
// local: 60
// buffer: x float 1020 iota read
// buffer: y float 340 uninit write
kernel void thirds(global const float *x, global float *y)
{
    int i = get_global_id(0);
    if (i % 3 != 0) { //~
        return;
    }
    float sum = x[i] + x[i + 1] + x[i + 2];
    float mean = sum / 3.0f;
    y[i / 3] = mean;
}
