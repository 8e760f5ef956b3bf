// global: 2
// local: 2
// buffer: x float 16 iota read
// buffer: y float 2 uninit write
kernel void sums(global const float *x, global float *y)
{
    int i = get_global_id(0);
    float sum = 0.0f;
    int k = 0;
    while (k < 8) { //~
        sum += x[8 * i + k];
    }
    y[i] = sum;
}
