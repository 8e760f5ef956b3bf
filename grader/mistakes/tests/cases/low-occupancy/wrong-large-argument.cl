// global: 2048
// local: 128
// buffer: x int 2048 iota read
// buffer: y int 2048 uninit write
// local-memory: part 40000
kernel void shift(global const int *x, global int *y,
                  local int *part) //~
{
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[(lid + 1) % 128];
}
