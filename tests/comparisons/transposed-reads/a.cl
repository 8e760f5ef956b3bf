kernel void transpose(global const float *in, global float *out, uint n)
{
    uint x = get_global_id(0);
    uint y = get_global_id(1);
    out[y * n + x] = in[x * n + y];
}
