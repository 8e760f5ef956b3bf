kernel void k(global int *y)
{
    y[0] = 08;
    y[1] = 0x;
    y[2] = 1.0q;
    y[3] = '';
    y[4] = 99999999999999999999;
    y[5] = 12ab;
}
