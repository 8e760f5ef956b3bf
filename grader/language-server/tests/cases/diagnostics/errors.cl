kernel void k(global float *out, int n)
{
    int i = get_global_id(0);
    float unused = 1.0f;
    out[i] = missng + n;
    barrier(CLK_LOCAL_MEM_FENCE)
}
