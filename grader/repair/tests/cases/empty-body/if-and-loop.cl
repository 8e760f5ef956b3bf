kernel void k(global int *x, int n)
{
    int i = get_global_id(0);
    if (i < n);
        x[i] = 1;
    for (int j = 0; j < n; ++j);
    {
        x[i] += 1;
    }
    if (i < n)
        x[i] = 2;
}
