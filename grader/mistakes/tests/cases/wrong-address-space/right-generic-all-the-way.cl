// std: CL2.0
// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 uninit write
int twice(const int *p)
{
    return 2 * *p;
}
kernel void k(global const int *x, global int *y)
{
    int i = get_global_id(0);
    int mine = x[i];
    y[i] = twice(&x[i]) + twice(&mine);
}
