// global: 16
// local: 8
// buffer: x int 16 iota
// A reduction whose rounds are made by `goto`, a barrier in each: all work-items jump alike.
kernel void reduced(global int *x)
{
    local int part[8];
    int lid = get_local_id(0), half_size = get_local_size(0) / 2;
    part[lid] = x[get_global_id(0)];
again:
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lid < half_size)
        part[lid] += part[lid + half_size];
    half_size /= 2;
    if (half_size > 0)
        goto again;
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = part[0];
}
