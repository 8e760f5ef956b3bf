// global: 4
// local: 4
// buffer: from int 4 iota read
// buffer: to int 4 zeros
kernel void copy(global int *to, global int *from)
{
    int i = get_global_id(0);
    to[i] = from[i]; //~
}
