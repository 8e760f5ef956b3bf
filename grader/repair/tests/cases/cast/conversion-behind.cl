kernel void k(global char4 *x, global int4 *y)
{
    int i = get_global_id(0);
    y[i] = convert_int4(x[i] * x[i + 1]);
}
