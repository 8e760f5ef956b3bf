// std: CL3.0
// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 uninit write
int at(const int *p)
{
    const local int *near = to_local(p);
    return near ? *near : -*p;
}
kernel void k(global const int *x, global int *y)
{
    local int cache[4];
    int lid = get_local_id(0);
    cache[lid] = x[lid];
    y[lid] = at(&cache[lid]) + at(&x[lid]);
}
