// global: 8
// local: 4
// buffer: x int 8 iota
kernel void stage(global int *x)
{
    local int tile[4];
    tile[get_group_id(0) * get_local_size(0) + get_local_id(0)] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = tile[get_local_id(0)];
}
