// global: 256
// local: 64
// buffer: x float 256 iota read
// buffer: y float 256 uninit write
kernel void below(global const float *x, global float *y)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < i; k++) {
        sum += x[k];
    }
    y[i] = sum;
}
