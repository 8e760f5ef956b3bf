// global: 16
// local: 16
// buffer: scratch int 32768 uninit
// buffer: x int 16 iota
kernel void turn(global int *scratch, global int *x)
{
    int lid = get_local_id(0);
    scratch[1000 * lid] = x[lid];
    barrier(CLK_GLOBAL_MEM_FENCE);
    x[lid] = scratch[1000 * (15 - lid)];
}
