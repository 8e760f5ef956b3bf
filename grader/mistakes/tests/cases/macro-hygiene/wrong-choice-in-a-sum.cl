// global: 4
// buffer: x int 4 iota
#define LARGER(a, b) (a) > (b) ? (a) : (b) //~
kernel void at_least_two(global int *x)
{
    int i = get_global_id(0);
    x[i] = 1 + LARGER(x[i], 2);
}
