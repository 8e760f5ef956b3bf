kernel void k(global float *y)
{
    int i = get_global_id(0)
    y[i] = 1.0f;
}
