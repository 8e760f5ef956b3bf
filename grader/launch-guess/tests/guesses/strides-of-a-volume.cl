kernel void add(global const float *in, global float *out, int stride_x, int stride_y, int stride_z)
{
    int i = get_global_id(0) * stride_x + get_global_id(1) * stride_y + get_global_id(2) * stride_z;
    out[i] += in[i];
}
