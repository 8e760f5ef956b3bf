// global: 64 64
// local: 64 32
// buffer: x int 4096 zeros
kernel void number(global int *x) //~
{
    x[get_global_id(1) * get_global_size(0) + get_global_id(0)] = get_local_id(1);
}
