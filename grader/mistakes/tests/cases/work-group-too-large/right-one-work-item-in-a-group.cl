// global: 2048
// local: 1
// buffer: x int 2048 zeros
kernel void number(global int *x)
{
    x[get_global_id(0)] = get_group_id(0);
}
