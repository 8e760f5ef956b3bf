kernel void k(global int *y, int n)
{
    if (get_global_id(0) = n)
        return;
    1 = y[0];
    y[0] + 1 = 2;
}
