kernel void twice(global const int *x, global int *y, uint n)
{
    uint i = get_global_id(0);
    y[i] = 2 * x[i];
}
