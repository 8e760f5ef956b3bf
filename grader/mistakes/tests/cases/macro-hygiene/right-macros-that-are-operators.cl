// The macro is the operator: there is nothing to tear apart.
// global: 4
// buffer: x int 4 iota
#define PLUS +
#define WITH(op, a, b) a * 2 op b
kernel void combine(global int *x)
{
    int i = get_global_id(0);
    x[i] = 3 * i PLUS WITH(+, i, 1);
}
