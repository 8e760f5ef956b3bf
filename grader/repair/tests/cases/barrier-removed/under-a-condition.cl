kernel void k(global int *x)
{
    if (x[0])
        barrier(CLK_LOCAL_MEM_FENCE);
    barrier(CLK_LOCAL_MEM_FENCE);
}
