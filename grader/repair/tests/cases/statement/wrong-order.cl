kernel void k(global int *x)
{
    x[0] = 1;
    x[1] = x[0];
}
