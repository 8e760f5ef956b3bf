// global: 4
// buffer: x float 4 iota
kernel void halve(global float *x)
{
    size_t i = get_global_id(0);
    x[i] = x[i] * 0.5; //~
}
