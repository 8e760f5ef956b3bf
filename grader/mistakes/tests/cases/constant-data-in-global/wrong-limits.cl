// global: 512
// local: 128
// buffer: x int 512 iota read
// buffer: limits int 2 values 10 400 read
// buffer: y int 512 uninit write
kernel void cut(global const int *x, global const int *limits, global int *y) //~
{
    int i = get_global_id(0);
    int low = limits[0], high = limits[1];
    y[i] = clamp(x[i], low, high);
}
