// The tile was to hold the group's values; the kernel goes to global memory instead.
// global: 8
// local: 4
// buffer: x int 8 iota
// local-memory: tile 16
kernel void first_of_group(global int *x, local int *tile) //~
{
    int first = x[get_group_id(0) * get_local_size(0)];
    barrier(CLK_GLOBAL_MEM_FENCE);
    x[get_global_id(0)] = first;
}
