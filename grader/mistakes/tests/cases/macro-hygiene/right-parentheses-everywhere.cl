// global: 4
// buffer: x int 4 iota
#define SQUARE(x) ((x) * (x))
#define SUM(a, b) ((a) + (b))
kernel void squares(global int *x)
{
    size_t i = get_global_id(0);
    x[i] = 2 * SQUARE(SUM(x[i], 1)) - SUM(x[i], SQUARE(2));
}
