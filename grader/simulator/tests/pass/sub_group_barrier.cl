// A sub-group's own barrier orders what its work-items do.
// global: 16
// local: 16
// sub-group-size: 8
// buffer: y int 16 zeros
kernel void k(global int *y)
{
    local int tile[16];
    int i = get_local_id(0);
    tile[i] = i;
    sub_group_barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = tile[i ^ 7];
}
