// global: 16
// local: 16
// local-memory: part 24576
// buffer: x int 16 iota
kernel void both(local int *part, global int *x) //~
{
    local int table[8192];
    int lid = get_local_id(0);
    table[lid] = x[lid];
    part[lid] = 2 * lid;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[lid] = table[15 - lid] + part[15 - lid];
}
