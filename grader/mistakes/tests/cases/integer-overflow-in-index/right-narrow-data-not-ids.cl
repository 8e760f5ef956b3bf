// The short comes from memory, where it is one.
// global: 4
// local: 4
// buffer: order short 4 values 3 2 1 0 read
// buffer: x int 4 uninit write
kernel void place(global const short *order, global int *x)
{
    ushort lid = get_local_id(0);
    short to = order[lid];
    x[to] = lid;
}
