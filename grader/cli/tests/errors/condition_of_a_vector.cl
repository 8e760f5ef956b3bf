kernel void k(global float4 *y)
{
    if (y[0] == y[1])
        y[2] = y[0];
    while (y[0]) { }
}
