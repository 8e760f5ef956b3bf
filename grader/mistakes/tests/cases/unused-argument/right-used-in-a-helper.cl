// The kernel only hands its argument on.
// global: 4
// buffer: x float 4 iota
// value: factor float 3
float times(float value, float factor) { return value * factor; }
kernel void scale(global float *x, float factor)
{
    size_t i = get_global_id(0);
    x[i] = times(x[i], factor);
}
