// global: 4
// buffer: x int 4 iota
#define SQUARE(x) x * x //~
kernel void squares(global int *x)
{
    size_t i = get_global_id(0);
    x[i] = SQUARE(x[i] + 1);
}
