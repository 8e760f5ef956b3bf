// std: CL2.0
// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 uninit write
int first(const int *p)
{
    const local int *near = (const local int *)p;
    return *near; //~
}
kernel void k(global const int *x, global int *y)
{
    y[get_global_id(0)] = first(x + get_global_id(0));
}
