// global: 4
// local: 4
// buffer: x int 4 values 3 -1 4 -1 read
// buffer: y int 4 uninit write
kernel void positive(global const int *x, global int *y)
{
    int i = get_global_id(0);
    int mine = y[i] = 0;
    if (x[i] > mine)
        y[i] = x[i];
}
