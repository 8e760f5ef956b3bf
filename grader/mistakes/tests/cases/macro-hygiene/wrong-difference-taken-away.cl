// 10 - (x - y) was meant.
// global: 4
// buffer: x int 4 iota
#define DISTANCE(a, b) (a) - (b) //~
kernel void rest(global int *x)
{
    int i = get_global_id(0);
    x[i] = 10 - DISTANCE(x[i], 1);
}
