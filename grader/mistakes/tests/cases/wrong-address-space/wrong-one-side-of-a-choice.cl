// std: CL3.0
// global: 4
// local: 4
// buffer: x int 4 iota read
// buffer: y int 4 uninit write
kernel void k(global const int *x, global int *y)
{
    local int cache[4];
    int lid = get_local_id(0);
    cache[lid] = x[lid] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int *from = lid < 2 ? (const int *)cache : (const int *)x;
    y[lid] = ((const local int *)from)[lid]; //~
}
