kernel void k(global uint *x, global int *y)
{
    int i = get_global_id(0);
    uchar4 bytes = as_uchar4(x[i]);
    y[i] = bytes.x; // uchar
}
