// global: 1 4 64
// local: 1 4 64
// buffer: x int 256 zeros
kernel void number(global int *x)
{
    x[get_global_id(2) * get_global_size(1) + get_global_id(1)] = get_local_id(2);
}
