kernel void k(global int *x, uint n)
{
    const ushort i = n;
    local uchar t[4];
    x[i] = t[0];
}
