kernel void k(global int *x, int radius)
{
    int sum = 0;
    for (int dy = -radius; dy < radius; ++dy)
        for (int dx = -radius; dx < radius; ++dx)
            sum += x[dy + dx];
    x[0] = sum;
}
