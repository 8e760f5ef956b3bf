// The literal becomes a float before anything is computed with it.
// global: 4
// buffer: x float 4 iota
kernel void tenth(global float *x)
{
    size_t i = get_global_id(0);
    x[i] = x[i] * (float)0.1 + convert_float(0.25);
}
