// One read and one write of each work-item, neighbours beside neighbours.
kernel void coalesced(global const float *in, global float *out, int width)
{
    int at = get_global_id(1) * 1024 + get_global_id(0);
    out[at] = in[at] * 2.0f + 1.0f;
}
