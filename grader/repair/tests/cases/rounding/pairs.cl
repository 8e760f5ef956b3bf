kernel void k(global int *y, uint n, uint m)
{
    for (uint pair = 0; pair < n / 2; ++pair)
        y[pair] = (n + m) / m + y[0] / (m + 1) + n / 1;
}
