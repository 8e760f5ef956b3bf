// global: 4
// local: 4
// buffer: x int 4 iota read
// null: y
kernel void copy(global const int *x, global int *y)
{
    size_t i = get_global_id(0);
    y[i] = x[i]; //~
}
