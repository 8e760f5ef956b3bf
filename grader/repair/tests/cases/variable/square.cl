kernel void k(global float *x)
{
    float de = x[0], dn = x[1];
    x[2] = de * de;
    x[3] = 0.5f * de * de;
}
