// Dimensions: 2
kernel void k(global int *x, uint n)
{
    for (uint y = 0; y < n; ++y)
        for (uint i = 0; i < n; ++i)
            x[y * n + i] = i;
}
