// global: 1200 2
// local: 1200 1
// buffer: x int 2400 zeros
kernel void number(global int *x) //~
{
    x[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_global_id(1);
}
