// global: 64 32
// buffer: x int 2048 zeros
__attribute__((reqd_work_group_size(32, 32, 1)))
kernel void number(global int *x)
{
    x[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_id(0);
}
