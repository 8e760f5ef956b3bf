kernel void k(global float *y, int n)
{
    if (get_global_id(0) < n
        y[0] = 1.0f;
    y[1] = (2.0f + y[0];
}
