// global: 32
// local: 32
// local-memory: scratch 65536
// buffer: x int 32 iota
kernel void turn(local int *scratch, global int *x) //~
{
    int lid = get_local_id(0);
    scratch[lid] = x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[lid] = scratch[31 - lid];
}
