kernel void k(global const float *x, constant float *c)
{
    x[0] = 1.0f;
    c[0] = 2.0f;
    const int n = 3;
    n = 4;
}
