// global: 256
// local: 64
// buffer: matrix float 65536 iota read
// buffer: v float 256 iota read
// buffer: y float 256 uninit write
// value: n int 256
kernel void product(global const float *matrix, global const float *v, global float *y, int n)
{
    int column = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < n; k++) {
        sum += matrix[k * n + column] * v[k];
    }
    y[column] = sum;
}
