kernel void k(global int *x)
{
    x[0] = min(x[1], x[2]);
}
