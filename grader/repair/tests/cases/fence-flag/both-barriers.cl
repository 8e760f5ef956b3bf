kernel void k(global int *x)
{
    barrier(CLK_GLOBAL_MEM_FENCE);
    x[0] = 1;
    barrier(CLK_GLOBAL_MEM_FENCE);
}
