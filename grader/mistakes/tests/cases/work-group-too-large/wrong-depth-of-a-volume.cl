// global: 2 2 128
// local: 2 2 128
// buffer: x int 512 zeros
kernel void number(global int *x) //~
{
    int z = get_global_id(2), y = get_global_id(1);
    x[(z * 2 + y) * 2 + get_global_id(0)] = z;
}
