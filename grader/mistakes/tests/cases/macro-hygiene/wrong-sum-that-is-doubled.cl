// Each argument has its parentheses, the whole has none.
// global: 4
// buffer: x float 4 iota
#define SUM(a, b) (a) + (b) //~
kernel void twice(global float *x)
{
    size_t i = get_global_id(0);
    x[i] = 2.0f * SUM(x[i], 1.0f);
}
