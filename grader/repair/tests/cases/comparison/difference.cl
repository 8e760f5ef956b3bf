kernel void k(global const int *x, global int *y, int limit)
{
    int i = get_global_id(0);
    y[i] = x[i] - limit >= 0;
}
