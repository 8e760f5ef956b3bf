// global: 32 32
// local: 8 32
// buffer: x int 1024 zeros
__attribute__((reqd_work_group_size(32, 8, 1)))
kernel void mark(global int *x) //~
{
    int column = get_global_id(0), row = get_global_id(1);
    x[32 * row + column] = get_local_id(0) == 0;
}
