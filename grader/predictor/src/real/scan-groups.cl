// An inclusive scan of each work-group in local memory (Hillis and Steele).
kernel void real(global const int *in, global int *out, local int *part)
{
    int l = get_local_id(0);
    int i = get_global_id(0);
    part[l] = in[i];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = 1; step < get_local_size(0); step *= 2) {
        int before = l >= step ? part[l - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        part[l] += before;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[i] = part[l];
}
