kernel void k(global int *x, local int *t, uint n)
{
    uint i = get_global_id(0), me = get_local_id(0);
    if (i >= n)
        return;
    t[me] = x[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[i] = t[0];
}
