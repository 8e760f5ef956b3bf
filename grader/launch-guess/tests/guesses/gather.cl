kernel void gather(global const uint *index, global const float4 *in, global float4 *out)
{
    int i = get_global_id(0);
    out[i] = in[index[i]];
}
