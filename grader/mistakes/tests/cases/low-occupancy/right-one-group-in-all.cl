// global: 256
// local: 256
// buffer: x int 256 iota
// local-memory: part 32768
// Nothing else is to run beside it.
kernel void sort_ends(global int *x, local int *part)
{
    int lid = get_local_id(0);
    part[lid] = x[lid];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[lid] = part[255 - lid];
}
