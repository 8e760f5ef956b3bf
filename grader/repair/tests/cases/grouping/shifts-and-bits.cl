kernel void k(global int *x, int mask)
{
    int i = get_global_id(0);
    x[i] = x[i] << 1 + 1;
    if (x[i] & mask == 0)
        x[i] = 0;
}
