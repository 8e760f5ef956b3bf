#define TILE 8
kernel void k(global int *x)
{
    x[0] = 4;
}
