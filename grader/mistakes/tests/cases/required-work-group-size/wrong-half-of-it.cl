// global: 64
// local: 32
// buffer: x int 64 zeros
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void number(global int *x) //~
{
    x[get_global_id(0)] = get_local_id(0);
}
