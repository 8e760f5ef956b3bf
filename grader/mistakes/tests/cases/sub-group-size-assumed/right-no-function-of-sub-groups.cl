// std: CL3.0
// global: 64
// local: 64
// buffer: x int 64 iota read
// buffer: y int 64 zeros
kernel void k(global const int *x, global int *y)
{
    int lid = get_local_id(0);
    int bank = lid % 32, row = lid / 32;
    y[row * 32 + bank] = x[lid];
}
