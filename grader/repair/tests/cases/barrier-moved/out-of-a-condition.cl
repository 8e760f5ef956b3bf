kernel void k(global int *x, local int *t)
{
    uint i = get_local_id(0);
    t[i] = x[i];
    if (i > 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        x[i] = t[0];
    }
}
