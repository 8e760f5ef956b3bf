__attribute__((work_group_size_hint(128, 1, 1)))
kernel void fill(global int *out)
{
    out[get_global_id(0)] = get_local_id(0);
}
