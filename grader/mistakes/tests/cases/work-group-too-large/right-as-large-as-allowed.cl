// global: 2048
// local: 1024
// buffer: x int 2048 zeros
kernel void number(global int *x)
{
    x[get_global_id(0)] = get_local_id(0);
}
