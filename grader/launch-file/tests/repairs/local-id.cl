kernel void twice(global const int *x, global int *y, uint n)
{
    uint i = get_local_id(0);
    if (i < n) {
        y[i] = 2 * x[i] + get_group_id(0);
    }
}
