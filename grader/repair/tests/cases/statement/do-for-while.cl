kernel void k(global int *x, uint n)
{
    uint i = 0;
    do {
        x[i] = 1;
        i += 1;
    } while (i < n);
}
