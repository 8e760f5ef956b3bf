// global: 8
// local: 8
// buffer: x int 8 values 3 -2 0 7 -9 4 1 -1 read
// buffer: y int 8 uninit write
kernel void halves(global const int *x, global int *y)
{
    int i = get_global_id(0);
    int rounded;
    if (x[i] < 0)
        rounded = -(-x[i] / 2);
    else
        rounded = x[i] / 2;
    y[i] = rounded;
}
