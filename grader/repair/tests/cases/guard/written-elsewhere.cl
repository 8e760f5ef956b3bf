kernel void k(global int *x, uint row, uint m, uint column, uint n)
{
    if (row < m)
        x[0] = 1;
    if (column >= n)
        return;
    x[1] = column;
}
