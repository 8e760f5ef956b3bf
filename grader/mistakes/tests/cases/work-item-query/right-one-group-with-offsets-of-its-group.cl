// global: 8
// local: 8
// buffer: scratch int 8 uninit
// buffer: y int 8 uninit write
kernel void rotate_within(global int *scratch, global int *y)
{
    int begin = get_group_id(0) * get_local_size(0);
    int lid = get_local_id(0);
    scratch[begin + lid] = lid * lid;
    barrier(CLK_GLOBAL_MEM_FENCE);
    y[lid] = scratch[begin + (lid + 1) % 8];
}
