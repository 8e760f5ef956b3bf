// global: 6
// local: 6
// buffer: x int 6 iota read
// buffer: y int 6 uninit write
kernel void odd_ones(global const int *x, global int *y)
{
    int i = get_global_id(0);
    global const int *source = 0;
    if (i % 2)
        source = x + i;
    y[i] = *source; //~
}
