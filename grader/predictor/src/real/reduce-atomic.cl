// A sum of integers by one atomic addition for each of them.
kernel void real(global const int *in, global int *sum, int n)
{
    int i = get_global_id(0);
    if (i < n)
        atomic_add(sum, in[i]);
}
