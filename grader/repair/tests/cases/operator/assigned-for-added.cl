kernel void k(global int *x)
{
    int sum = 0;
    sum = x[0] - x[1];
}
