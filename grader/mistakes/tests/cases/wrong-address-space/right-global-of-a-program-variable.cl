// std: CL2.0
// global: 1
// local: 1
// buffer: y int 1 uninit write
global int counter = 3;
kernel void k(global int *y)
{
    int *p = &counter;
    global int *back = (global int *)p;
    y[0] = *back;
}
