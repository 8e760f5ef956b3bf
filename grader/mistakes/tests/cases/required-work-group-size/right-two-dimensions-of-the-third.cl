// global: 8 8
// local: 4 4
// buffer: x int 64 zeros
__attribute__((reqd_work_group_size(4, 4, 1)))
kernel void number(global int *x)
{
    x[get_global_id(1) * 8 + get_global_id(0)] = get_local_id(1);
}
