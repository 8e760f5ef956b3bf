kernel void k(global uchar *x, float sum, float4 sums)
{
    x[0] = (uchar)sum;
    vstore4(convert_uchar4(convert_int4(sums) & 255), 0, x);
}
