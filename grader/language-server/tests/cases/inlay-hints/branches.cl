kernel void small(global int *a, int n)
{
    int i = get_global_id(0);
    if (i > 0)
        a[i] = 1;
    if (i >= 0)
        a[i] += 1;
}
