kernel void k(local int *y)
{
    barrier();
    y[0] = 1;
    barrier(CLK_LOCAL_MEM_FENCE)
}
