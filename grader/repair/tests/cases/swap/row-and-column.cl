kernel void k(global int *x, int row, int column, int w)
{
    x[column * w + row] = 1;
}
