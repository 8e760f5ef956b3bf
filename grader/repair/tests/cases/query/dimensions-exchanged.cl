// Dimensions: 2
kernel void k(global int *x, int w)
{
    int row = get_global_id(0), column = get_global_id(1);
    x[row * w + column] = 1;
}
