kernel void k(global int *x, uint n)
{
    for (uint i = 0; i < (n - 1); i++)
        x[0] += i;
}
