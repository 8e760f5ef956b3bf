kernel void k(global float *y, int n)
{
    float a[n];
    a[0] = y[0];
}
