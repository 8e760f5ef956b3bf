// The host sets the same arguments for both; the first one does not need the factor.
// kernel: clear
// global: 4
// buffer: x float 4 iota
// value: factor float 3
kernel void clear(global float *x, float factor)
{
    x[get_global_id(0)] = 0.0f;
}
kernel void scale(global float *x, float factor)
{
    x[get_global_id(0)] *= factor;
}
