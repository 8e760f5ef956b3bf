kernel void k(global int *x, uint n)
{
    uint i = get_global_id(0);
    x[i] = x[(i - 1) % n] + x[(i - 2) % n];
}
