#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void k(global uint *x)
{
    x[get_global_id(0)] = get_max_sub_group_size();
}
