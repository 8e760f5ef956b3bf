kernel void k(global int *x, uint n)
{
    while (n)
        x[0] = 1;
}
