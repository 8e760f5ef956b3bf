kernel void k(global int *x, local int *t)
{
    uint i = get_local_id(0);
    t[i] = x[i];
    x[i] = t[3 - i];
}
