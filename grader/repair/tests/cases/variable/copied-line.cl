kernel void k(global const float *x, global float *y)
{
    float a0 = x[0], a1 = x[1], a2 = x[2];
    y[0] = a0;
    y[1] = a1;
    y[2] = a1;
}
