kernel void difference(global const float *x, global float *d)
{
    int i = get_global_id(0);
    d[i] = x[i] - x[i - 1];
}
