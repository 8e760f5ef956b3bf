// global: 512
// local: 64
// buffer: x int 513 iota read
// buffer: y int 512 uninit write
kernel void backwards(global const int *x, global int *y)
{
    int i = get_global_id(0);
    y[i] = x[512 - i] + x[i + 1];
}
