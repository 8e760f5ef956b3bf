kernel void k(global const uint *starts, global const uint *columns, global const float *x, global float *y)
{
    int i = get_global_id(0);
    y[i] = x[starts[i]] + x[i];
}
