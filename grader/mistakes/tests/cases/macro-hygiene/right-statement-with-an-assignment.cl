// The macro is a whole statement; there is nothing beside it.
// global: 4
// buffer: x int 4 iota
#define ADD_TO(place, value) place += value
kernel void grow(global int *x)
{
    int i = get_global_id(0);
    ADD_TO(x[i], i * 2 + 1);
}
