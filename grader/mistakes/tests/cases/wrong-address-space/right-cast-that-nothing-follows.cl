// The pointer is wrong for half of the work-items, and those do not use it.
// std: CL2.0
// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 uninit write
kernel void k(global const int *x, global int *y)
{
    local int cache[4];
    int lid = get_local_id(0);
    cache[lid] = x[lid] + 1;
    bool near = lid < 2;
    const int *from = near ? (const int *)&cache[lid] : (const int *)&x[lid];
    const local int *cached = (const local int *)from;
    y[lid] = near ? *cached : x[lid];
}
