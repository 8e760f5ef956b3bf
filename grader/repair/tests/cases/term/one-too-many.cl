kernel void k(global float *x, float a)
{
    x[0] = a * x[1] + x[2];
}
