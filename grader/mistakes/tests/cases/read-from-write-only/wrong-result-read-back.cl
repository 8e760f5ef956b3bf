// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 zeros write
kernel void powers(global const int *x, global int *y)
{
    int i = get_global_id(0);
    y[i] = x[i] * x[i];
    int square = y[i]; //~
    y[i] = square * x[i];
}
