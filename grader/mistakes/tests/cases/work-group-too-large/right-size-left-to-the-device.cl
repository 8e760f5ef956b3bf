// global: 4096
// buffer: x int 4096 zeros
kernel void number(global int *x)
{
    x[get_global_id(0)] = get_global_id(0);
}
