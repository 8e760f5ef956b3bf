kernel void k(global float *y, int n)
{
    y = 5;
    n[0] = 1;
    *n = 2;
    int *p = &3;
    y->x = 1.0f;
    float f = y;
}
