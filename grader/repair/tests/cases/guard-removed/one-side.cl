kernel void k(global int *x, uint n)
{
    uint i = get_global_id(0);
    if (i < n && i > 0)
        x[i] = 1;
}
