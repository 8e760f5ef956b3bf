// A histogram that each work-group counts in local memory first.
kernel void real(global const int *in, global int *bins, local int *own, int n, int count)
{
    int l = get_local_id(0);
    int size = get_local_size(0);
    for (int b = l; b < count; b += size)
        own[b] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = get_global_id(0); i < n; i += get_global_size(0))
        atomic_inc(&own[in[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int b = l; b < count; b += size)
        atomic_add(&bins[b], own[b]);
}
