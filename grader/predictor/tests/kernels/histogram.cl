// Atomics on places that data decides.
kernel void histogram(global const uchar *in, global int *bins, int width)
{
    int at = get_global_id(1) * 1024 + get_global_id(0);
    atomic_inc(&bins[in[at]]);
}
