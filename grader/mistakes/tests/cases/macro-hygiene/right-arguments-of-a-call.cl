// Commas and brackets keep arguments together.
// global: 4
// buffer: x int 8 iota
// buffer: y int 4 uninit write
#define LARGER(a, b) max(a, b)
#define READ(p, i) p[i]
kernel void larger(global const int *x, global int *y)
{
    int i = get_global_id(0);
    y[i] = 2 * LARGER(READ(x, i + 1), 3 - i);
}
