// global: 16
// local: 1
// buffer: x int 16 zeros
__attribute__((reqd_work_group_size(16, 1, 1)))
kernel void number(global int *x) //~
{
    x[get_global_id(0)] = get_local_id(0);
}
