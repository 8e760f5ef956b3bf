// global: 2
// local: 2
// buffer: x int 2 iota read
kernel void clear(global const int *x)
{
    global int *open = (global int *)x;
    open[get_global_id(0)] = 0; //~
}
