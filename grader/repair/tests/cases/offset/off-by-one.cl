kernel void k(global int *x, int i)
{
    x[i] = 1;
}
