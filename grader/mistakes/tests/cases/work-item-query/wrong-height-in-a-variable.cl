// global: 8 4
// local: 4 4
// buffer: from int 64 iota read
// buffer: to int 64 zeros
kernel void copy(global const int *from, global int *to)
{
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int pitch = get_global_size(1);
    int offset = pitch * y;
    to[x + offset] = from[x + offset]; //~
}
