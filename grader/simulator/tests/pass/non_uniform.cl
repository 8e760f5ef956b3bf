// Work-groups of several sizes: the last ones have what is left.
// std: CL2.0
// global: 7 3
// local: 4 2
// non-uniform: yes
// sub-group-size: 8
// buffer: sizes int 21 zeros
// buffer: sums int 21 zeros
kernel void k(global int *sizes, global int *sums)
{
    local int tile[8];
    int at = get_global_id(1) * 7 + get_global_id(0);
    int lane = get_local_linear_id();
    tile[lane] = at;
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    int last = tile[get_local_size(0) * get_local_size(1) - 1];
    sizes[at] = get_local_size(0) * 1000 + get_local_size(1) * 100 + get_enqueued_local_size(0) * 10 + get_sub_group_size();
    sums[at] = work_group_reduce_add(1) * 1000 + last * 10 + (int)(get_global_linear_id() == at) + lane / 8;
}
