kernel void k(global const int *x, global int *y, int limit)
{
    int i = get_global_id(0);
    int above = x[i] - limit;
    y[i] = above >= 0;
}
