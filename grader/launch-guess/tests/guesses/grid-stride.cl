kernel void scale(global float *x, ulong n, float factor)
{
    for (size_t i = get_global_id(0); i < n; i += get_global_size(0))
        x[i] *= factor;
}
