kernel void k(global float *y)
{
    y[0] = 2.0f − 1.0f;
    printf(“hello”);
    y[1] = 1.0f;
    y[2] = 3.0f;
}
