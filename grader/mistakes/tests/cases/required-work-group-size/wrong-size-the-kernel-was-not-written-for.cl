// global: 64
// local: 64
// buffer: x int 64 iota
// define: SIDE=16
kernel __attribute__((reqd_work_group_size(SIDE, 1, 1)))
void turn(global int *x) //~
{
    local int tile[SIDE];
    int lid = get_local_id(0);
    tile[lid] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = tile[SIDE - 1 - lid];
}
