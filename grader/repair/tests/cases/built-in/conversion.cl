kernel void k(global uchar *x, float v)
{
    x[0] = convert_uchar(v);
}
