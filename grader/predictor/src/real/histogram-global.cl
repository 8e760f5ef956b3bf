// A histogram in global memory.
kernel void real(global const int *in, global int *bins, int n)
{
    int i = get_global_id(0);
    if (i < n)
        atomic_inc(&bins[in[i]]);
}
