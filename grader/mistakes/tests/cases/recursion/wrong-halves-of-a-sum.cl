// global: 1
// local: 1
// buffer: x float 8 iota read
// buffer: y float 1 uninit write
float sum(global const float *x, int n)
{
    if (n == 1)
        return x[0];
    float left = sum(x, n / 2); //~
    float right = sum(x + n / 2, n - n / 2);
    return left + right;
}

kernel void total(global const float *x, global float *y)
{
    y[0] = sum(x, 8);
}
