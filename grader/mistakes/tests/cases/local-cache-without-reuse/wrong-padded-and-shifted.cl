// global: 512
// local: 64
// buffer: x int4 512 iota read
// buffer: y int4 512 uninit write
kernel void negate(global const int4 *x, global int4 *y)
{
    local int4 part[80]; //~
    int at = get_local_id(0) + 8;
    part[at] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = -part[at];
}
