// global: 4
// local: 4
// buffer: x int 4 iota write
// buffer: y int 4 zeros write
kernel void copy(global const int *x, global int *y)
{
    int i = get_global_id(0);
    y[i] = x[i]; //~
}
