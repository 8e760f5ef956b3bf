// global: 4
// buffer: x float 4 iota
#define EPSILON 1e-6f
kernel void reciprocal(global float *x)
{
    size_t i = get_global_id(0);
    x[i] = x[i] > 0.5F ? 1.f / (x[i] + EPSILON) : .0f;
}
