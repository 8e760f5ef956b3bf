kernel void scale(global float *in, float factor)
{
    size_t x = get_global_id(0);
    size_t lid = threadIdx.x;
    in[x] = in[x]*factor + lid;
}
