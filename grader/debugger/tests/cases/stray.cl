// global: 8
// local: 4
// buffer: x int 6 iota
// buffer: y int 8 zeros

kernel void stray(global const int *x, global int *y)
{
    int i = get_global_id(0);
    int left = x[i];
    y[i] = left;
    y[i / 2] = left;
}
