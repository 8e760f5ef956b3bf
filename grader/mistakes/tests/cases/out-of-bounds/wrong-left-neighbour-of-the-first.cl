// global: 8
// local: 8
// buffer: x int 8 iota read
// buffer: y int 8 uninit write
kernel void difference(global const int *x, global int *y)
{
    int i = get_global_id(0);
    int before = *(x + i - 1); //~
    y[i] = x[i] - before;
}
