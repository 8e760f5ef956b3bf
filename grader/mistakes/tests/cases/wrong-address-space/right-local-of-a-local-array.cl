// std: CL2.0
// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 uninit write
int first(const int *p)
{
    return *(const local int *)p;
}
kernel void k(global const int *x, global int *y)
{
    local int cache[4];
    int lid = get_local_id(0);
    cache[lid] = x[lid];
    y[lid] = first(&cache[lid]);
}
