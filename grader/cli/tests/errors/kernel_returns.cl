kernel int k(global int *y)
{
    return y[0];
}
