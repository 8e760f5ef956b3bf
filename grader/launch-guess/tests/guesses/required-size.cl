__attribute__((reqd_work_group_size(8, 4, 1)))
kernel void fill(global int *out, int width)
{
    out[get_global_id(1) * width + get_global_id(0)] = get_local_id(0);
}
