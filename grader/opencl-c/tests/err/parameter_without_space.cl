int at(const int *x, int i)
{
    return x[i];
}

kernel void k(global const int *x, local int *tile, global int *y)
{
    y[0] = at(x, 0);
    y[1] = at(x, 1) + at(tile, 0);
}
