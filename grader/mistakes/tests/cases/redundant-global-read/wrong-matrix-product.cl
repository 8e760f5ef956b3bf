// global: 48 48
// local: 16 16
// buffer: a float 2304 iota read
// buffer: b float 2304 iota read
// buffer: c float 2304 uninit write
// value: n int 48
kernel void product(global const float *a, global const float *b, global float *c, int n)
{
    int row = get_global_id(1), column = get_global_id(0);
    float sum = 0.0f;
    for (int k = 0; k < n; k++) {
        float left = a[row * n + k];
        float right = b[k * n + column]; //~
        sum += left * right;
    }
    c[row * n + column] = sum;
}
