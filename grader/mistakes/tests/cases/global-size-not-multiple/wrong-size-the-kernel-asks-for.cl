// global: 100
// buffer: x int 100 iota
__attribute__((reqd_work_group_size(64, 1, 1)))
kernel void next(global int *x) //~
{
    x[get_global_id(0)] += 1;
}
