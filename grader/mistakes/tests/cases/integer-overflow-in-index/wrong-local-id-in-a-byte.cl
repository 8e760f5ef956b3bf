// A work-group may have 512 or 1024 work-items.
// global: 4
// local: 4
// buffer: x int 4 iota
kernel void reverse(global int *x)
{
    local int tile[1024];
    uchar lid = get_local_id(0); //~
    tile[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = tile[get_local_size(0) - 1 - lid];
}
