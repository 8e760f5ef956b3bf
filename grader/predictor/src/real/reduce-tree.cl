// A reduction of each work-group: a tree in local memory.
kernel void real(global const float *in, global float *out, local float *part)
{
    int l = get_local_id(0);
    part[l] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int reach = get_local_size(0) / 2; reach > 0; reach /= 2) {
        if (l < reach)
            part[l] += part[l + reach];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (l == 0)
        out[get_group_id(0)] = part[0];
}
