kernel void k(global half *h, global float *y)
{
    half x = h[0];
    y[0] = x + 1.0;
}
