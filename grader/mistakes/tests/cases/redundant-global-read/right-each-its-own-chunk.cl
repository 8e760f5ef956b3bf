// global: 512
// local: 64
// buffer: x float 8192 iota read
// buffer: y float 512 uninit write
kernel void sums(global const float *x, global float *y)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < 16; k++) {
        sum += x[k * 512 + i];
    }
    y[i] = sum;
}
