// global: 4 4 4
// local: 4 4 1
// buffer: x int 64 zeros
__attribute__((reqd_work_group_size(4, 4, 2)))
kernel void number(global int *x) //~
{
    x[(get_global_id(2) * 4 + get_global_id(1)) * 4 + get_global_id(0)] = get_local_id(2);
}
