kernel void k(global float *y)
{
    printf("value %f, y[0]);
    y[0] = 1.0f;
}
