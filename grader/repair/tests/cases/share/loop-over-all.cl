kernel void k(global int *x, uint n)
{
    for (uint i = 0; i < n; i++)
        x[i] = i;
}
