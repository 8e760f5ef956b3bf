kernel void k(global int *x)
{
    x[0] =+ x[1];
    x[2] = -x[3];
}
