kernel void k(global int *x, int y, int w)
{
    x[y] = 1;
}
