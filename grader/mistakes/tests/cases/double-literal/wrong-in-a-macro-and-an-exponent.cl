// global: 4
// buffer: x float 4 iota
#define EPSILON 1e-6
kernel void reciprocal(global float *x)
{
    size_t i = get_global_id(0);
    x[i] = 1.0f / (x[i] + EPSILON); //~
}
