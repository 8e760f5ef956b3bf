// global: 330
// local: 33
// buffer: x int 330 iota read
// buffer: ends int 10 uninit write
// local-memory: part 132
// Thirty-two work-items and one that carries the neighbour.
kernel void ends(global const int *x, global int *ends, local int *part) //~
{
    int lid = get_local_id(0);
    part[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid == 0) {
        ends[get_group_id(0)] = part[32] - part[0];
    }
}
