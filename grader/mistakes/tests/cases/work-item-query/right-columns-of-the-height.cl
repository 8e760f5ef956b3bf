// global: 4 8
// local: 4 4
// buffer: from int 32 iota read
// buffer: to int 32 uninit write
kernel void turn(global const int *from, global int *to)
{
    size_t x = get_global_id(0), y = get_global_id(1);
    to[x * get_global_size(1) + y] = from[y * get_global_size(0) + x];
}
