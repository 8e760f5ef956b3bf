// The argument's name stands in the macro alone.
// global: 8
// buffer: x float 4 iota
// value: n uint 4
#define STAY_INSIDE(index) if ((index) >= n) return
kernel void negate(global float *x, uint n)
{
    size_t i = get_global_id(0);
    STAY_INSIDE(i);
    x[i] = -x[i];
}
