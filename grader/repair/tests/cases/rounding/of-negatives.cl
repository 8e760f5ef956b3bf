kernel void k(global int *x, global uint *y)
{
    int i = get_global_id(0);
    x[i] = (x[i] - i) / 4;
    y[i] = y[i] / 4;
}
