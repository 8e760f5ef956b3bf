kernel void turn(global const float *in, global float *out, local float *tile)
{
    size_t lid = get_local_id(0), last = get_local_size(0) - 1;
    float value = tile[lid] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    value = tile[last - lid];
    out[lid] = value;
}
