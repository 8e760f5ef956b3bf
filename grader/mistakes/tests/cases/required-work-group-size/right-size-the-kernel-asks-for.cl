// global: 64
// local: 16
// buffer: x int 64 iota
kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void turn(global int *x)
{
    local int tile[16];
    int lid = get_local_id(0);
    tile[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = tile[15 - lid];
}
