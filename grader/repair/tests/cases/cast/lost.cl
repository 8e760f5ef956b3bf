kernel void k(global float *x, int a, int b)
{
    x[0] = a / b;
    x[1] = (uchar)(a + b);
}
