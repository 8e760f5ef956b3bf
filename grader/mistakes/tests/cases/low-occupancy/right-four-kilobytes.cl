// global: 1024
// local: 64
// buffer: x int 1024 iota read
// buffer: y int 1024 uninit write
// Twelve groups of two warps fit.
kernel void spread(global const int *x, global int *y)
{
    local int part[1024];
    int lid = get_local_id(0);
    for (int k = 0; k < 16; k++) {
        part[k * 64 + lid] = x[get_global_id(0)] + k;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    y[get_global_id(0)] = part[(lid * 16 + 5) % 1024];
}
