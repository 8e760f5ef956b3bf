kernel void k(global int *x)
{
    uint i = get_global_id(0);
    x[i] = i;
}
