kernel void k(global int *x)
{
    x[0]++;
    x[1] += 2;
}
