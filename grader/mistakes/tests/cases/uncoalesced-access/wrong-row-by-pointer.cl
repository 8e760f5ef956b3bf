// global: 256
// local: 32
// buffer: matrix float 8192 iota read
// buffer: v float 32 iota read
// buffer: y float 256 uninit write
// value: n int 32
kernel void product(global const float *matrix, global const float *v, global float *y, int n)
{
    global const float *row = matrix + get_global_id(0) * n;
    float sum = 0.0f;
    for (int k = 0; k < n; k++)
        sum = fma(row[k], v[k], sum); //~
    y[get_global_id(0)] = sum;
}
